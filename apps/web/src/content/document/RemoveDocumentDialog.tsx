/** Asks before a document is removed. Its attachments stay. */
import { Button, Group, Modal, Text } from "@mantine/core";
import type { SiteDocument } from "@parfocal/core/document/document.contract.ts";
import { message } from "@parfocal/core/messages.ts";
import { useTranslation } from "react-i18next";
import { showFailure, showProblem } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { nestedDialog } from "#ui/nested-dialog.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { useRemoveDocument, useRestoreDocument } from "./document.api.ts";

interface RemoveDocumentDialogProps {
  /** Null: the dialog is closed. */
  readonly document: SiteDocument | null;
  readonly onClose: () => void;
}

export function RemoveDocumentDialog({ document, onClose }: RemoveDocumentDialogProps) {
  const { t } = useTranslation();
  const remove = useRemoveDocument();
  const restore = useRestoreDocument();
  function handleRemove() {
    if (!document) return;
    const { id, title } = document;
    mutateAlways(remove, id, {
      onSuccess() {
        onClose();
        showUndo(t("document.removed", { title }), t("document.undo"), () =>
          mutateAlways(restore, id, { onError: showFailure }),
        );
      },
      onError: () => showProblem(message("document.failed")),
    });
  }
  return (
    <Modal
      opened={document !== null}
      onClose={onClose}
      title={t("document.removeTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
      {...nestedDialog(onClose)}
    >
      <Text>
        {t("document.removeText", { title: document?.title ?? "" })}{" "}
        {document && document.useCount > 0 && t("document.removeUsed", { count: document.useCount })}
      </Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {t("ui.cancel")}
        </Button>
        <Button color="red" loading={remove.isPending} onClick={handleRemove}>
          {t("document.removeNow")}
        </Button>
      </Group>
    </Modal>
  );
}
