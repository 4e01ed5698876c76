/** Prints pages of a book as images of 150 dpi, each on a separate sheet. */
import { Button, Group, Modal, Radio, Stack, Text, TextInput } from "@mantine/core";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { PrintOnly } from "#ui/PrintOnly.tsx";
import { useLatest } from "#ui/useLatest.ts";
import { usePrint } from "#ui/usePrint.ts";
import type { Book } from "./book.ts";
import styles from "./Pages.module.css";
import { PRINT_MAX_PAGES, parsePrintRange } from "./print-range.ts";

/** A point of a PDF is 1/72 inch. */
const DOTS_BY_POINT = 150 / 72;
/** Maximum size of one sheet; larger pages are printed at a lower resolution. */
const MAX_SHEET_PIXELS = 8_000_000;

interface PrintDialogProps {
  readonly book: Book;
  readonly pageNumber: number;
  readonly onClose: () => void;
}

export function PrintDialog({ book, pageNumber, onClose }: PrintDialogProps) {
  const { t } = useTranslation();
  const isShort = book.pageCount <= PRINT_MAX_PAGES;
  const [choice, setChoice] = useState<"all" | "current" | "range">(isShort ? "all" : "current");
  const [text, setText] = useState(`${pageNumber}`);
  const [pages, setPages] = useState<readonly number[] | null>(null);
  const rangeText = { all: `1-${book.pageCount}`, current: `${pageNumber}`, range: text }[choice];
  const range = parsePrintRange(rangeText, book.pageCount);
  const problem = range.ok ? null : range.problem;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("textbookReader.print")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack>
        <Radio.Group
          label={t("textbookReader.pages")}
          value={choice}
          onChange={(next) => setChoice(next as typeof choice)}
        >
          <Stack gap="xs" mt="xs">
            <Radio
              value="all"
              disabled={!isShort}
              label={t("textbookReader.printAll", { count: book.pageCount })}
              description={isShort ? undefined : t("textbookReader.printMost", { count: PRINT_MAX_PAGES })}
            />
            <Radio value="current" label={t("textbookReader.printCurrent", { number: pageNumber })} />
            <Radio value="range" label={t("textbookReader.printRange")} />
          </Stack>
        </Radio.Group>
        {choice === "range" && (
          <TextInput
            label={t("textbookReader.printPages")}
            placeholder="1-5, 8"
            maxLength={200}
            value={text}
            error={problem && t(`textbookReader.print_${problem}`, { pages: book.pageCount, count: PRINT_MAX_PAGES })}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button disabled={!range.ok} loading={pages !== null} onClick={() => range.ok && setPages(range.pages)}>
            {t("textbookReader.print")}
          </Button>
        </Group>
        {pages && <Sheets book={book} pages={pages} onPrinted={onClose} />}
      </Stack>
    </Modal>
  );
}

interface SheetsProps {
  readonly book: Book;
  readonly pages: readonly number[];
  readonly onPrinted: () => void;
}

interface Sheet {
  readonly pageNumber: number;
  readonly url: string;
}

function Sheets({ book, pages, onPrinted }: SheetsProps) {
  const { t } = useTranslation();
  const [done, setDone] = useState(0);
  const [sheets, setSheets] = useState<readonly Sheet[] | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const drawn: Sheet[] = [];
    const draw = async (): Promise<void> => {
      for (const pageNumber of pages) {
        const url = await drawSheet(book, pageNumber, controller.signal).catch(() => null);
        if (controller.signal.aborted) return;
        if (url !== null) drawn.push({ pageNumber, url });
        setDone((before) => before + 1);
      }
      setSheets([...drawn]);
    };
    void draw();
    return () => {
      controller.abort();
      for (const { url } of drawn) URL.revokeObjectURL(url);
    };
  }, [book, pages]);
  return (
    <>
      <Text size="sm" role="status">
        {t("textbookReader.printProgress", { done, pages: pages.length })}
      </Text>
      {sheets && <Printed sheets={sheets} onPrinted={onPrinted} />}
    </>
  );
}

function Printed({ sheets, onPrinted }: { readonly sheets: readonly Sheet[]; readonly onPrinted: () => void }) {
  const { t } = useTranslation();
  const paper = useRef<HTMLDivElement>(null);
  const latest = useLatest(onPrinted);
  usePrint(
    paper,
    useCallback(() => latest.current(), []),
  );
  return (
    <PrintOnly>
      <div ref={paper}>
        {sheets.map(({ pageNumber, url }) => (
          <img
            key={pageNumber}
            className={styles.sheet}
            src={url}
            alt={t("textbookReader.pageName", { number: pageNumber })}
          />
        ))}
      </div>
    </PrintOnly>
  );
}

/** @returns an object URL of the image, which must be revoked. */
async function drawSheet(book: Book, pageNumber: number, signal: AbortSignal): Promise<string> {
  const source = await book.page(pageNumber);
  const { width, height } = source.size;
  const scale = Math.min(DOTS_BY_POINT, Math.sqrt(MAX_SHEET_PIXELS / (width * height)));
  const canvas = document.createElement("canvas");
  await source.draw(canvas, scale, 0, signal, true);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  canvas.width = 0;
  source.release();
  signal.throwIfAborted();
  if (!picture) throw new Error(`Page ${pageNumber} has no picture.`);
  return URL.createObjectURL(picture);
}
