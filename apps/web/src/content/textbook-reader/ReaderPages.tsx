/** The scrolling column of pages. */
import type { Hit } from "@parfocal/core/textbook-reader/find-in-pages.ts";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Book, PageLink } from "./book.ts";
import styles from "./Pages.module.css";
import { ReaderPage } from "./ReaderPage.tsx";
import type { ReaderPageView } from "./reader-props.ts";
import { RenderQueue } from "./render-queue.ts";
import type { BookView } from "./useBookView.ts";
import { type DragMode, useGestures } from "./useGestures.ts";

interface ReaderPagesProps {
  readonly book: Book;
  readonly title: string;
  readonly view: BookView;
  readonly queue: RenderQueue;
  readonly dragMode: DragMode;
  readonly isPointerTaken: boolean;
  /** By page index. */
  readonly hits: ReadonlyMap<number, readonly Hit[]>;
  readonly currentHit: { readonly page: number; readonly hit: number } | null;
  readonly onLink: (link: PageLink) => void;
  readonly overlay: ((page: ReaderPageView) => ReactNode) | undefined;
}

const NO_HITS: readonly Hit[] = [];

export function useRenderQueue(): RenderQueue {
  const [queue] = useState(() => new RenderQueue());
  return queue;
}

export function ReaderPages(props: ReaderPagesProps) {
  const { book, title, view, queue, dragMode, isPointerTaken, hits, currentHit, overlay } = props;
  const { t } = useTranslation();
  useGestures(view, dragMode, isPointerTaken);
  const { layout, drawn, visible, rotationDeg } = view;
  const indexes = Array.from({ length: Math.max(0, drawn.last - drawn.first + 1) }, (_, at) => drawn.first + at);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a region that scrolls, with a name of its own
    <div
      ref={view.scroller}
      className={styles.scroller}
      role="region"
      aria-label={t("textbookReader.pagesOf", { title })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
      tabIndex={0}
      data-mode={isPointerTaken ? "taken" : dragMode}
      onScroll={view.onScroll}
    >
      <div className={styles.column} style={{ width: layout.widthPx, height: layout.heightPx }}>
        {indexes.map((index) => {
          const box = layout.boxes[index];
          if (!box || layout.widthPx <= 1) return null;
          const isVisible = index >= visible.first && index <= visible.last;
          return (
            <ReaderPage
              key={index}
              book={book}
              pageNumber={index + 1}
              box={box}
              rotationDeg={rotationDeg}
              isVisible={isVisible}
              queue={queue}
              priority={() => (isVisible ? 0 : 1 + Math.abs(index - view.current))}
              onSize={view.noteSize}
              hits={hits.get(index) ?? NO_HITS}
              currentHit={currentHit?.page === index ? currentHit.hit : null}
              onHitShown={view.reveal}
              onLink={props.onLink}
              overlay={overlay?.({
                pageNumber: index + 1,
                widthPx: box.width,
                heightPx: box.height,
                rotationDeg,
              })}
            />
          );
        })}
      </div>
    </div>
  );
}
