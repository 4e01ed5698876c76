/** A textbook: what it is about, and its PDF. Reading it in the page is to come; this says so. */
import { Button, Text } from "@mantine/core";
import type { Textbook } from "@parfocal/core/textbook/textbook.contract.ts";
import { IconDownload, IconExternalLink, IconFileTypePdf } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { PageBoxes } from "#box/PageBoxes.tsx";
import { usePlace } from "#item/use-place.ts";
import styles from "#page/ItemPageFrame.module.css";
import { ItemPageFrame } from "#page/ItemPageFrame.tsx";
import { CallFailure } from "#session/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { formatBytes } from "#ui/quantity-text.ts";
import { textbookDocumentPath, useTextbook } from "./textbook.api.ts";

export function TextbookPage() {
  const { t } = useTranslation();
  const steps = usePlace()?.steps ?? [];
  const { data: textbook, error, refetch } = useTextbook(steps.at(-1)?.id ?? 0, steps.at(-2)?.id ?? null);
  if (!textbook) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const { summary, diagnosis } = textbook;
  return (
    <ItemPageFrame content={textbook} steps={steps}>
      {summary && <p className={styles.text}>{summary}</p>}
      {diagnosis && (
        <>
          <h2 className={styles.label}>{t("textbook.diagnosis")}</h2>
          <p className={styles.text}>{diagnosis}</p>
        </>
      )}
      {textbook.attachmentId === null ? (
        <Text c="dimmed">{t("textbook.noDocument")}</Text>
      ) : (
        <TextbookDocument textbook={textbook} />
      )}
      <PageBoxes id={textbook.id} kind="textbook" />
    </ItemPageFrame>
  );
}

function TextbookDocument({ textbook: { id, attachmentFilename, attachmentBytes } }: { readonly textbook: Textbook }) {
  const { t, i18n } = useTranslation();
  const path = textbookDocumentPath(id);
  return (
    <>
      <section className={styles.document} aria-label={t("textbook.document")}>
        <IconFileTypePdf size={32} stroke={1.5} aria-hidden />
        <div className={styles.documentName}>
          {attachmentFilename}
          <span className={styles.size}>{formatBytes(attachmentBytes, i18n.language)}</span>
        </div>
        <Button
          component="a"
          href={path}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink size={18} stroke={1.5} aria-hidden />}
        >
          {t("textbook.openDocument")}
        </Button>
        <Button
          component="a"
          href={path}
          download={attachmentFilename}
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        >
          {t("textbook.saveDocument")}
        </Button>
      </section>
      <Text size="sm" c="dimmed" mt="md">
        {t("textbook.readerToCome")}
      </Text>
    </>
  );
}
