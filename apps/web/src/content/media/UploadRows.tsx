/** Running uploads: progress of each file, and actions for failed ones. */
import { ActionIcon, Progress, Text } from "@mantine/core";
import { IconRefresh, IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatBytes, formatPercent } from "#ui/quantity-text.ts";
import styles from "./UploadRows.module.css";
import type { FileUpload, FileUploads } from "./useFileUploads.ts";

/** Renders nothing without uploads. */
export function UploadRows({ uploads, retry, drop }: FileUploads) {
  const { t } = useTranslation();
  const failed = uploads.filter(({ state }) => state === "failed").length;
  return (
    <>
      <div role="status" className={styles.status}>
        {uploads.length > failed && t("media.uploading", { count: uploads.length - failed })}
      </div>
      {uploads.length > 0 && (
        <ul className={styles.rows} aria-label={t("media.uploads")}>
          {uploads.map((upload) => (
            <UploadRow
              key={upload.key}
              upload={upload}
              onRetry={() => retry(upload.key)}
              onDrop={() => drop(upload.key)}
            />
          ))}
        </ul>
      )}
    </>
  );
}

interface UploadRowProps {
  readonly upload: FileUpload;
  readonly onRetry: () => void;
  readonly onDrop: () => void;
}

function UploadRow({ upload: { file, state, share, failure }, onRetry, onDrop }: UploadRowProps) {
  const { t, i18n } = useTranslation();
  return (
    <li className={styles.row} data-failed={state === "failed" || undefined}>
      <div className={styles.what}>
        <Text size="sm" truncate="end">
          {file.name}
        </Text>
        {failure === null ? (
          <Progress value={share * 100} size="sm" aria-label={file.name} />
        ) : (
          <Text size="sm" c="red" role="alert">
            {failure}
          </Text>
        )}
      </div>
      <Text size="xs" c="dimmed" className={styles.amount}>
        {state === "sending" ? formatPercent(share, i18n.language) : formatBytes(file.size, i18n.language)}
      </Text>
      {state === "failed" && (
        <ActionIcon
          size={44}
          variant="subtle"
          color="gray"
          aria-label={t("media.retryUpload", { name: file.name })}
          onClick={onRetry}
        >
          <IconRefresh size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
      <ActionIcon
        size={44}
        variant="subtle"
        color="gray"
        aria-label={t("media.dropUpload", { name: file.name })}
        onClick={onDrop}
      >
        <IconX size={18} stroke={1.5} aria-hidden />
      </ActionIcon>
    </li>
  );
}
