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

// Includes the PDF library, which no other page needs.
const TextbookDocument = lazyPartWithTexts(
  () => import("./TextbookDocument.tsx"),
  (part) => part.TextbookDocument,
);

const fetchOpening = () => import("#textbook-reader/pdf-opening.ts");
// It is loaded again with the reader.
const ignore = (): void => undefined;

/** Preloads the reader and its worker script while the browser is idle. */
export function prefetchReaderScripts(): void {
  void fetchOpening().then(({ fetchWorkerScript }) => fetchWorkerScript(), ignore);
  void TextbookDocument.prefetch();
}

/**
 * Preloads the reader and starts its worker, which takes as long as the requests of the page.
 *
 * @param openedId textbook that is about to be shown, whose document is opened; null: none.
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
  // Rendered once it is loaded, because suspended content is shown 300 ms late.
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
