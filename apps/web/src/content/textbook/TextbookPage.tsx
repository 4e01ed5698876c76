/** A textbook: its PDF and its description. */
import { Text } from "@mantine/core";
import { Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { PageBoxes } from "#box/PageBoxes.tsx";
import { usePlace } from "#item/use-place.ts";
import styles from "#item-page/ItemPageFrame.module.css";
import { ItemPageFrame } from "#item-page/ItemPageFrame.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { textbookDocumentUrl, useTextbook } from "./textbook.api.ts";

// With the library that reads PDFs: no other page needs it.
const TextbookDocument = lazyPartWithTexts(
  () => import("./TextbookDocument.tsx"),
  (part) => part.TextbookDocument,
);

const fetchOpening = () => import("#textbook-reader/pdf-opening.ts");
// It is fetched again with the reader.
const ignore = (): void => undefined;

/** Fetches the reader, and the script of its thread, while the browser has nothing else to do. */
export function prefetchReaderScripts(): void {
  void fetchOpening().then(({ fetchWorkerScript }) => fetchWorkerScript(), ignore);
  void TextbookDocument.prefetch();
}

/**
 * Fetches the reader and starts its thread, which needs as long as the calls of the page take.
 *
 * @param openedId textbook that is about to be shown: reading its document begins; null: none.
 */
export function prefetchReader(openedId: number | null = null): Promise<void> {
  void fetchOpening().then(({ openAhead, startPdfWorker }) => {
    if (openedId === null) startPdfWorker();
    else openAhead(textbookDocumentUrl(openedId, null));
  }, ignore);
  return TextbookDocument.prefetch();
}

export function TextbookPage() {
  const { t } = useTranslation();
  const steps = usePlace()?.steps ?? [];
  const { data: textbook, error, refetch } = useTextbook(steps.at(-1)?.id ?? 0, steps.at(-2)?.id ?? null);
  // Shown when it is there: what suspends is shown 300 ms later.
  const [isReaderLoaded, setReaderLoaded] = useState(false);
  useEffect(() => {
    void prefetchReader().then(() => setReaderLoaded(true));
  }, []);
  if (!textbook) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  const { summary, diagnosis } = textbook;
  return (
    <ItemPageFrame content={textbook} steps={steps} isWide>
      {textbook.attachmentId === null ? (
        <Text c="dimmed">{t("textbook.noDocument")}</Text>
      ) : !isReaderLoaded ? (
        <PageSkeleton />
      ) : (
        <Suspense fallback={<PageSkeleton />}>
          <TextbookDocument textbook={textbook} />
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
