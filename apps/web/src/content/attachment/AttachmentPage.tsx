/** A file or link in a course or folder: displayed by its media type, otherwise opened or downloaded. */
import { Button, Text } from "@mantine/core";
import { type Attachment, getAttachment } from "@parfocal/core/attachment/attachment.contract.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { IconDownload, IconExternalLink } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSurroundings } from "#item/surroundings.ts";
import { usePlace } from "#item/use-place.ts";
import { ItemPageFrame } from "#item-page/ItemPageFrame.tsx";
import { call } from "#platform/call.ts";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { formatBytes } from "#ui/quantity-text.ts";
import classes from "./Attachments.module.css";

export function AttachmentPage() {
  const steps = usePlace()?.steps ?? [];
  const id = steps.at(-1)?.id ?? 0;
  const { data, error, refetch } = useQuery({
    queryKey: ["attachment", id],
    queryFn: ({ signal }) => call(getAttachment, { params: { id: String(id) } }, { signal }),
  });
  if (data) return <AttachmentAt attachment={data} steps={steps} />;
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
}

interface AttachmentAtProps {
  readonly attachment: Attachment;
  readonly steps: readonly PathStep[];
}

function AttachmentAt({ attachment, steps }: AttachmentAtProps) {
  const { t, i18n } = useTranslation();
  const { id, title, kind, src, bytes, isLink } = attachment;
  const around = useSurroundings(steps.at(-2), { id, type: "attachment", title });
  const opens = isLink || kind === "pdf";
  return (
    <ItemPageFrame
      content={{ title, subtitle: "", tags: [], path: [...around.path], previous: around.previous, next: around.next }}
      steps={steps}
      actions={
        <>
          {opens && (
            <Button
              component="a"
              href={src}
              target="_blank"
              rel="noopener noreferrer"
              leftSection={<IconExternalLink size={18} stroke={1.5} aria-hidden />}
            >
              {t("attachment.openFile")}
            </Button>
          )}
          {!isLink && (
            <Button
              component="a"
              href={src}
              download
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
            >
              {t("attachment.saveFile")}
            </Button>
          )}
        </>
      }
    >
      <Shown attachment={attachment} />
      <Text size="sm" c="dimmed" mt="md">
        {isLink ? t("attachment.leadsAway", { address: src }) : formatBytes(bytes, i18n.language)}
      </Text>
      {attachment.assignedToUsername !== null && (
        <Text size="sm" c="dimmed">
          {t("attachment.addedBy", { name: attachment.assignedToUsername })}
        </Text>
      )}
    </ItemPageFrame>
  );
}

/** Images and videos are shown in the page. */
function Shown({ attachment: { kind, src, title, mimeType, isLink } }: { readonly attachment: Attachment }) {
  const { t } = useTranslation();
  const [isBroken, setBroken] = useState(false);
  if (isBroken) return <p role="alert">{t(isLink ? "attachment.linkNotShown" : "attachment.notShown")}</p>;
  if (kind === "image")
    return (
      <img
        className={classes.media}
        src={src}
        alt={title}
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    );
  if (kind !== "video") return null;
  return (
    // biome-ignore lint/a11y/useMediaCaption: it is a file of the site, which brings no captions
    <video className={classes.media} controls preload="metadata" aria-label={title} onError={() => setBroken(true)}>
      <source src={src} type={mimeType} onError={() => setBroken(true)} />
    </video>
  );
}
