/**
 * Shows an attachment as image or video, by its media type.
 *
 * Source: spec part 1, section 2, "Attachment viewer modal".
 */
import { Button, Modal } from "@mantine/core";
import type { AttachmentCard } from "@parfocal/core/attachment/attachment-card.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./Attachments.module.css";

interface AttachmentViewerProps {
  /** Null: none is shown. */
  readonly attachment: AttachmentCard | null;
  readonly onClose: () => void;
}

export function AttachmentViewer({ attachment, onClose }: AttachmentViewerProps) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={attachment !== null}
      onClose={onClose}
      title={attachment?.title}
      size="xl"
      closeButtonProps={{ "aria-label": t("attachment.close") }}
    >
      {attachment && <Media key={attachment.id} attachment={attachment} />}
    </Modal>
  );
}

function Media({ attachment: { kind, src, title, mimeType } }: { readonly attachment: AttachmentCard }) {
  const { t } = useTranslation();
  const [isBroken, setIsBroken] = useState(false);
  // A link to a file: the page may only show images of allowed hosts; everything else is opened on its own site.
  const isElsewhere = !src.startsWith("/");
  return (
    <>
      {isBroken ? (
        <p role="alert">{t(isElsewhere ? "attachment.linkNotShown" : "attachment.notShown")}</p>
      ) : kind === "video" ? (
        // biome-ignore lint/a11y/useMediaCaption: it is a file of the site, which brings no captions
        <video
          className={classes.media}
          controls
          preload="metadata"
          aria-label={title}
          onError={() => setIsBroken(true)}
        >
          <source src={src} type={mimeType} onError={() => setIsBroken(true)} />
        </video>
      ) : (
        <img
          className={classes.media}
          src={src}
          alt={title}
          referrerPolicy="no-referrer"
          onError={() => setIsBroken(true)}
        />
      )}
      {isElsewhere ? (
        <Button component="a" href={src} target="_blank" rel="noopener noreferrer" variant="default" mt="md">
          {t("attachment.openFile")}
        </Button>
      ) : (
        <Button component="a" href={src} download variant="default" mt="md">
          {t("attachment.saveFile")}
        </Button>
      )}
    </>
  );
}
