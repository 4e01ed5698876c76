/** Preview of a document: an image, a video, the beginning of a text. A PDF opens in a new tab. */
import { Alert, Button, Group, Modal, Skeleton, Text } from "@mantine/core";
import type { AnswerOf } from "@parfocal/core/call.contract.ts";
import type { previewDocument } from "@parfocal/core/document/document.contract.ts";
import { IconDownload, IconExternalLink } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { nestedDialog } from "#ui/nested-dialog.ts";
import styles from "./Document.module.css";
import { useDocumentPreview } from "./document.api.ts";

interface DocumentPreviewProps {
  /** Null: no preview is open. */
  readonly id: number | null;
  readonly onClose: () => void;
}

export function DocumentPreview({ id, onClose }: DocumentPreviewProps) {
  const { t } = useTranslation();
  const { data: document, isError } = useDocumentPreview(id);
  return (
    <Modal
      opened={id !== null}
      onClose={onClose}
      title={document?.title ?? t("document.previewTitle")}
      size="xl"
      closeButtonProps={{ "aria-label": t("ui.close") }}
      {...nestedDialog(onClose)}
    >
      {isError && <Alert color="red">{t("document.previewFailed")}</Alert>}
      {!document && !isError && <Skeleton height={240} />}
      {document && (
        <>
          <Shown document={document} />
          <Group mt="md">
            {(document.kind === "pdf" || document.kind === "image") && (
              <Button
                component="a"
                href={document.src}
                target="_blank"
                rel="noopener"
                variant="default"
                leftSection={<IconExternalLink size={16} stroke={1.5} aria-hidden />}
              >
                {t("document.openTab")}
              </Button>
            )}
            <Button
              component="a"
              href={document.src}
              download
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
            >
              {t("document.save")}
            </Button>
          </Group>
        </>
      )}
    </Modal>
  );
}

function Shown({ document }: { readonly document: AnswerOf<typeof previewDocument> }) {
  const { t } = useTranslation();
  const { kind, src, title, text, isCut } = document;
  switch (kind) {
    case "image":
      return <img className={styles.shown} src={src} alt={title} />;
    case "video":
      return (
        // biome-ignore lint/a11y/useMediaCaption: it is a file of the site, which brings no captions
        <video className={styles.shown} controls preload="metadata" aria-label={title} src={src} />
      );
    case "text":
      return (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <pre className={styles.text} tabIndex={0}>
            {text}
          </pre>
          {isCut && <Text c="dimmed">{t("document.textCut")}</Text>}
        </>
      );
    case "pdf":
      return <Text>{t("document.pdfHint")}</Text>;
    case "file":
      return <Text>{t("document.fileHint")}</Text>;
  }
}
