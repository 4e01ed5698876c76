/** Attaches a file to a slide, by a button or by drag and drop. */
import { ATTACHMENT_MAX_BYTES } from "@parfocal/core/attachment/attachment-limits.ts";
import { IconPaperclip } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { showFailure, showProblem } from "#platform/failure-toast.ts";
import { FilesButton } from "#ui/FilesButton.tsx";
import { useFileDropTarget } from "#ui/useFileDropTarget.ts";
import classes from "./Attachments.module.css";
import { useAttachFile } from "./attachment.api.ts";

export function AttachFile({ imageId }: { readonly imageId: number }) {
  const { t } = useTranslation();
  const attach = useAttachFile(imageId);

  const send = (file: File | undefined): void => {
    if (!file || attach.isPending) return;
    if (file.size > ATTACHMENT_MAX_BYTES) showProblem(t("attachment.tooLarge", { name: file.name }));
    else attach.mutate(file, { onError: showFailure });
  };
  const { isOver, handlers } = useFileDropTarget({
    onDrop: ({ files }) => send(files[0]),
    isPartOfTarget: true,
  });
  return (
    <div className={classes.drop} data-over={isOver || undefined} {...handlers}>
      <FilesButton
        onFiles={([file]) => send(file)}
        mih={44}
        variant="default"
        loading={attach.isPending}
        leftSection={<IconPaperclip size={16} stroke={1.5} aria-hidden />}
      >
        {t("attachment.add")}
      </FilesButton>
      <span role="status">{attach.isPending ? t("attachment.adding") : t("attachment.drop")}</span>
    </div>
  );
}
