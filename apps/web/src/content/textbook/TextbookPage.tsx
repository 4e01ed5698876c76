/** A textbook: its PDF to read, and what it is about. */
import { Text } from "@mantine/core";
import type { Textbook } from "@parfocal/core/textbook/textbook.contract.ts";
import { Suspense, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { PageBoxes } from "#box/PageBoxes.tsx";
import { usePlace } from "#item/use-place.ts";
import styles from "#page/ItemPageFrame.module.css";
import { ItemPageFrame } from "#page/ItemPageFrame.tsx";
import { useSession } from "#platform/session.tsx";
import { CallFailure } from "#session/CallFailure.tsx";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { textbookDocumentPath, useTextbook } from "./textbook.api.ts";

// With the library that reads PDFs: no other page needs it.
const TextbookReader = lazyPartWithTexts(
  () => import("#textbook-reader/TextbookReader.tsx"),
  (part) => part.TextbookReader,
);

export function TextbookPage() {
  const { t } = useTranslation();
  const steps = usePlace()?.steps ?? [];
  const { data: textbook, error, refetch } = useTextbook(steps.at(-1)?.id ?? 0, steps.at(-2)?.id ?? null);
  useEffect(() => void TextbookReader.prefetch(), []);
  if (!textbook) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const { summary, diagnosis } = textbook;
  return (
    <ItemPageFrame content={textbook} steps={steps} isWide>
      {textbook.attachmentId === null ? (
        <Text c="dimmed">{t("textbook.noDocument")}</Text>
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <Document textbook={textbook} />
        </Suspense>
      )}
      {summary && <p className={styles.text}>{summary}</p>}
      {diagnosis && (
        <>
          <h2 className={styles.label}>{t("textbook.diagnosis")}</h2>
          <p className={styles.text}>{diagnosis}</p>
        </>
      )}
      <PageBoxes id={textbook.id} kind="textbook" />
    </ItemPageFrame>
  );
}

function Document({ textbook }: { readonly textbook: Textbook }) {
  const { site, user } = useSession();
  const { id, title, attachmentId, attachmentFilename } = textbook;
  return (
    <TextbookReader
      // Another PDF in its place is another book.
      key={attachmentId}
      title={title}
      documentUrl={textbookDocumentPath(id)}
      filename={attachmentFilename}
      bookKey={`${site.id}-${user?.id ?? 0}-${id}`}
    />
  );
}
