/** A page of a book: its image, text, links, search hits, and overlays of other slices. */
import { Button } from "@mantine/core";
import type { Hit } from "@parfocal/core/textbook-reader/find-in-pages.ts";
import {
  canvasScale,
  type PageBox,
  type PageSize,
  type Rotation,
  turnPoint,
} from "@parfocal/core/textbook-reader/page-layout.ts";
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLatest } from "#ui/useLatest.ts";
import { type Book, BookRestarted, type LaidText, type PageLink, PageStalled, type ShareBox } from "./book.ts";
import { HitMarks } from "./HitMarks.tsx";
import { PageLinks } from "./PageLinks.tsx";
import styles from "./Pages.module.css";
import type { RenderQueue } from "./render-queue.ts";

interface ReaderPageProps {
  readonly book: Book;
  readonly pageNumber: number;
  readonly box: PageBox;
  readonly rotationDeg: Rotation;
  readonly isVisible: boolean;
  readonly queue: RenderQueue;
  /** Lower values are drawn sooner. */
  readonly priority: () => number;
  readonly onSize: (index: number, size: PageSize) => void;
  readonly hits: readonly Hit[];
  /** Index among `hits`; null: the current hit is on another page. */
  readonly currentHit: number | null;
  readonly onHitShown: (box: DOMRect) => void;
  readonly onLink: (link: PageLink) => void;
  readonly overlay: ReactNode;
}

type PageFailure = "damaged" | "stalled";

/** Maximum number of attempts to draw a page while other pages hang. */
const MAX_DRAWS = 3;

const NO_LINKS: readonly PageLink[] = [];

export function ReaderPage(props: ReaderPageProps) {
  const { book, pageNumber, box, rotationDeg, isVisible, overlay } = props;
  const { t } = useTranslation();
  const picture = useRef<HTMLDivElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [laid, setLaid] = useState<LaidText | null>(null);
  const [links, setLinks] = useState<readonly PageLink[]>(NO_LINKS);
  const [failure, setFailure] = useState<PageFailure | null>(null);
  const isStalled = failure === "stalled";
  const [size, setSize] = useState<PageSize>(book.firstSize);
  const state = useDrawing(props, picture, { isStalled, setSize, setFailure });

  useEffect(() => {
    const container = text.current;
    // The text of a page that hangs would hang too.
    if (!container || state === "waiting" || isStalled) return;
    const controller = new AbortController();
    const { signal } = controller;
    const read = async (): Promise<void> => {
      const source = await book.page(pageNumber);
      const found = await source.links();
      if (!signal.aborted) setLinks(found);
      const laidText = await source.layText(container, 0, signal);
      if (!signal.aborted) setLaid(laidText);
    };
    // Without its text layer the page is still readable.
    read().catch(() => undefined);
    return () => {
      controller.abort();
      container.replaceChildren();
      setLaid(null);
    };
  }, [book, pageNumber, state, isStalled]);

  useEffect(() => laid?.turn(rotationDeg), [laid, rotationDeg]);

  const shownWidth = rotationDeg % 180 === 0 ? size.width : size.height;
  const place = {
    left: box.left,
    top: box.top,
    width: box.width,
    height: box.height,
    "--total-scale-factor": box.width / shownWidth,
  } as CSSProperties;
  return (
    <section
      className={styles.page}
      style={place}
      aria-label={t("textbookReader.pageName", { number: pageNumber })}
      aria-busy={state === "waiting"}
      data-page={pageNumber}
      data-drawn={state === "drawn" || undefined}
    >
      <div ref={picture} className={styles.picture} aria-hidden />
      <div ref={text} className={styles.text} />
      {laid && props.hits.length > 0 && (
        <HitMarks
          laid={laid}
          hits={props.hits}
          current={props.currentHit}
          rotationDeg={rotationDeg}
          widthPx={box.width}
          onShown={props.onHitShown}
        />
      )}
      <PageLinks links={links} turnBox={(share) => turnBox(share, rotationDeg)} onLink={props.onLink} />
      {failure && (
        <div className={styles.damaged}>
          <p role="status">
            {t(isStalled ? "textbookReader.pageStalled" : "textbookReader.pageDamaged", { number: pageNumber })}
          </p>
          {isStalled && (
            <Button
              size="sm"
              variant="default"
              onClick={() => {
                book.tryAgain(pageNumber);
                setFailure(null);
              }}
            >
              {t("ui.tryAgain")}
            </Button>
          )}
        </div>
      )}
      {overlay && (
        <div className={styles.overlay} data-visible={isVisible || undefined}>
          {overlay}
        </div>
      )}
    </section>
  );
}

function turnBox({ left, top, width, height }: ShareBox, rotationDeg: Rotation): ShareBox {
  const one = turnPoint({ xShare: left, yShare: top }, rotationDeg);
  const other = turnPoint({ xShare: left + width, yShare: top + height }, rotationDeg);
  return {
    left: Math.min(one.xShare, other.xShare),
    top: Math.min(one.yShare, other.yShare),
    width: Math.abs(other.xShare - one.xShare),
    height: Math.abs(other.yShare - one.yShare),
  };
}

interface DrawingState {
  /** Whether the page hung; it is not drawn again until the user requests it. */
  readonly isStalled: boolean;
  readonly setSize: (size: PageSize) => void;
  readonly setFailure: (failure: PageFailure | null) => void;
}

/** Draws the page whenever its size, rotation or sharpness changes; until then the last image is stretched. */
function useDrawing(
  { book, pageNumber, box, rotationDeg, isVisible, queue, priority, onSize }: ReaderPageProps,
  picture: { readonly current: HTMLDivElement | null },
  { isStalled, setSize, setFailure }: DrawingState,
): "waiting" | "drawn" {
  const [state, setState] = useState<"waiting" | "drawn">("waiting");
  const ratio = window.devicePixelRatio || 1;
  const isSharp = isVisible || canvasScale(box, ratio, false) >= canvasScale(box, ratio, true);
  const urgency = useLatest(priority);

  useEffect(() => {
    if (isStalled) return;
    async function draw(signal: AbortSignal): Promise<HTMLCanvasElement> {
      const canvas = document.createElement("canvas");
      try {
        const source = await book.page(pageNumber);
        signal.throwIfAborted();
        onSize(pageNumber - 1, source.size);
        setSize(source.size);
        const { width, height } = source.size;
        const [across, down] = rotationDeg % 180 === 0 ? [width, height] : [height, width];
        const scale = canvasScale({ width: box.width, height: (box.width * down) / across }, ratio, isSharp);
        await source.draw(canvas, (scale * box.width) / across, rotationDeg, signal);
        signal.throwIfAborted();
        return canvas;
      } catch (error) {
        canvas.width = 0;
        throw error;
      }
    }
    return queue.add(
      () => urgency.current(),
      async (signal) => {
        try {
          const canvas = await drawUnlessOthersHang(() => draw(signal), signal);
          releaseCanvases(picture.current);
          picture.current?.replaceChildren(canvas);
          setFailure(null);
        } catch (error) {
          if (signal.aborted) return;
          setFailure(error instanceof PageStalled ? "stalled" : "damaged");
        }
        setState("drawn");
      },
    );
  }, [
    book,
    pageNumber,
    box.width,
    rotationDeg,
    isSharp,
    ratio,
    queue,
    onSize,
    picture,
    isStalled,
    setSize,
    setFailure,
  ]);

  useEffect(() => {
    const element = picture.current;
    return () => {
      releaseCanvases(element);
      void book.page(pageNumber).then(
        (source) => source.release(),
        () => undefined,
      );
    };
  }, [book, pageNumber, picture]);
  return state;
}

/** Draws again if another page hung and its worker was terminated. */
async function drawUnlessOthersHang(
  draw: () => Promise<HTMLCanvasElement>,
  signal: AbortSignal,
): Promise<HTMLCanvasElement> {
  for (let count = 1; ; count += 1) {
    try {
      return await draw();
    } catch (error) {
      if (!(error instanceof BookRestarted) || signal.aborted || count === MAX_DRAWS) throw error;
    }
  }
}

/** Browsers keep the memory of a canvas until it is garbage-collected, unless the canvas is set to zero size. */
function releaseCanvases(element: HTMLDivElement | null): void {
  for (const canvas of element?.querySelectorAll("canvas") ?? []) canvas.width = 0;
}
