/** Thumbnails of the pages, virtualized; drawn after the pages of the book itself. */
import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Book } from "./book.ts";
import styles from "./Reader.module.css";
import type { RenderQueue } from "./render-queue.ts";

const WIDTH_PX = 132;
/** Height of the label with its margins. */
const LABEL_HEIGHT_PX = 44;
/** Lower priority than all pages of the book. */
const PRIORITY = 1_000_000;

interface ThumbnailsPanelProps {
  readonly book: Book;
  readonly queue: RenderQueue;
  /** Index of the current page. */
  readonly current: number;
  readonly onGo: (index: number) => void;
}

export function ThumbnailsPanel({ book, queue, current, onGo }: ThumbnailsPanelProps) {
  const list = useRef<HTMLDivElement>(null);
  const { width, height } = book.firstSize;
  const pictureHeight = Math.round(Math.min(2, height / width) * WIDTH_PX);
  const rows = useVirtualizer({
    count: book.pageCount,
    getScrollElement: () => list.current?.parentElement ?? null,
    estimateSize: () => pictureHeight + LABEL_HEIGHT_PX,
    initialOffset: current * (pictureHeight + LABEL_HEIGHT_PX),
    overscan: 1,
  });
  useEffect(() => rows.scrollToIndex(current, { align: "auto" }), [rows, current]);
  return (
    <div ref={list} className={styles.thumbnails} style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ index, start, size }) => (
        <Thumbnail
          key={index}
          book={book}
          queue={queue}
          index={index}
          isCurrent={index === current}
          top={start}
          height={size - 4}
          pictureHeight={pictureHeight}
          onGo={onGo}
        />
      ))}
    </div>
  );
}

interface ThumbnailProps {
  readonly book: Book;
  readonly queue: RenderQueue;
  readonly index: number;
  readonly isCurrent: boolean;
  readonly top: number;
  readonly height: number;
  readonly pictureHeight: number;
  readonly onGo: (index: number) => void;
}

function Thumbnail({ book, queue, index, isCurrent, top, height, pictureHeight, onGo }: ThumbnailProps) {
  const { t } = useTranslation();
  const picture = useRef<HTMLSpanElement>(null);
  const [width, setWidth] = useState(WIDTH_PX);
  useEffect(() => {
    const stop = queue.add(
      () => PRIORITY,
      async (signal) => {
        const canvas = document.createElement("canvas");
        const source = await book.page(index + 1);
        const scale = Math.min(WIDTH_PX / source.size.width, pictureHeight / source.size.height);
        await source.draw(canvas, scale * (window.devicePixelRatio || 1), 0, signal);
        setWidth(Math.round(scale * source.size.width));
        picture.current?.replaceChildren(canvas);
      },
    );
    const element = picture.current;
    return () => {
      stop();
      for (const canvas of element?.querySelectorAll("canvas") ?? []) canvas.width = 0;
    };
  }, [book, queue, index, pictureHeight]);
  return (
    <button
      type="button"
      className={styles.thumbnail}
      style={{ top, height }}
      aria-current={isCurrent ? "page" : undefined}
      aria-label={t("textbookReader.goToPage", { number: index + 1 })}
      onClick={() => onGo(index)}
    >
      <span ref={picture} className={styles.thumbnailPicture} style={{ width, minHeight: 20 }} aria-hidden />
      <span aria-hidden>{index + 1}</span>
    </button>
  );
}
