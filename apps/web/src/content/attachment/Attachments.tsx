/** The files and links attached to a slide; content managers can add and remove them. */
import { ActionIcon, Button } from "@mantine/core";
import type { AttachmentCard } from "@parfocal/core/attachment/attachment-card.contract.ts";
import type { AttachmentKind } from "@parfocal/core/attachment/media-types.ts";
import {
  type Icon,
  IconExternalLink,
  IconFile,
  IconFileTypePdf,
  IconPhoto,
  IconTrash,
  IconVideo,
} from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { AddAttachmentDialog } from "./AddAttachmentDialog.tsx";
import { AttachFile } from "./AttachFile.tsx";
import classes from "./Attachments.module.css";
import { AttachmentViewer } from "./AttachmentViewer.tsx";
import { RemoveAttachmentDialog } from "./RemoveAttachmentDialog.tsx";

const ICON_OF: Readonly<Record<AttachmentKind, Icon>> = {
  image: IconPhoto,
  video: IconVideo,
  pdf: IconFileTypePdf,
  file: IconFile,
  link: IconExternalLink,
};
const ICON_SIZE_PX = 18;
const ICON_STROKE = 1.5;

interface AttachmentsProps {
  readonly imageId: number;
  readonly attachments: readonly AttachmentCard[];
  readonly userCanEdit: boolean;
}

/** Renders nothing for learners if there are none. */
export function Attachments({ imageId, attachments, userCanEdit }: AttachmentsProps) {
  const { t } = useTranslation();
  const [shown, setShown] = useState<AttachmentCard | null>(null);
  const [isAdding, setAdding] = useState(false);
  const [removed, setRemoved] = useState<AttachmentCard | null>(null);
  if (attachments.length === 0 && !userCanEdit) return null;
  return (
    <section aria-label={t("attachment.title")}>
      <h3>{t("attachment.title")}</h3>
      <ul className={classes.list}>
        {attachments.map((attachment) => (
          <li key={attachment.id}>
            <AttachmentName attachment={attachment} onShow={() => setShown(attachment)} />
            {userCanEdit && (
              <ActionIcon
                size={44}
                variant="subtle"
                color="gray"
                aria-label={t("attachment.remove", { title: attachment.title })}
                onClick={() => setRemoved(attachment)}
              >
                <IconTrash size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
              </ActionIcon>
            )}
          </li>
        ))}
      </ul>
      {userCanEdit && (
        <>
          <AttachFile imageId={imageId} />
          <Button
            mih={44}
            variant="subtle"
            leftSection={<IconExternalLink size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t("attachment.addLink")}
          </Button>
        </>
      )}
      {isAdding && (
        <AddAttachmentDialog
          parentId={imageId}
          startsWith="link"
          onAdded={() => setAdding(false)}
          onClose={() => setAdding(false)}
        />
      )}
      <AttachmentViewer attachment={shown} onClose={() => setShown(null)} />
      <RemoveAttachmentDialog attachment={removed} onClose={() => setRemoved(null)} />
    </section>
  );
}

/** Images and videos are shown here; links are followed; everything else is downloaded. */
function AttachmentName({
  attachment: { title, kind, src },
  onShow,
}: {
  readonly attachment: AttachmentCard;
  readonly onShow: () => void;
}) {
  const { t } = useTranslation();
  const KindIcon = ICON_OF[kind];
  const content = (
    <>
      <KindIcon size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
      <span>{title}</span>
    </>
  );
  if (kind === "image" || kind === "video")
    return (
      <button type="button" className={classes.name} aria-label={t("attachment.open", { title })} onClick={onShow}>
        {content}
      </button>
    );
  if (kind === "link")
    return (
      <a
        className={classes.name}
        href={src}
        target="_blank"
        rel="noopener noreferrer"
        aria-label={t("attachment.follow", { title })}
      >
        {content}
      </a>
    );
  return (
    <a className={classes.name} href={src} download aria-label={t("attachment.save", { title })}>
      {content}
    </a>
  );
}
