/** An open book: pages, tools, panel, find. */
import { useFullscreenDocument, useMediaQuery } from "@mantine/hooks";
import { PDF_DEFAULT_ZOOM_PERCENT, stepZoom } from "@parfocal/core/textbook-reader/pdf-zoom.ts";
import { IconFiles, IconListTree } from "@tabler/icons-react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { readRemembered, remember } from "#ui/remembered.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import type { Book, PageLink } from "./book.ts";
import { FindBar } from "./FindBar.tsx";
import { OutlinePanel } from "./OutlinePanel.tsx";
import { PrintDialog } from "./PrintDialog.tsx";
import styles from "./Reader.module.css";
import { ReaderKeyboardSheet } from "./ReaderKeyboardSheet.tsx";
import { ReaderPages, useRenderQueue } from "./ReaderPages.tsx";
import { ReaderPanel } from "./ReaderPanel.tsx";
import { ReaderToolbar } from "./ReaderToolbar.tsx";
import type { ReaderCommand } from "./reader-commands.ts";
import type { ReaderExtras, ReaderHandle, ReaderPanelPart } from "./reader-props.ts";
import { readStartPage, rememberPage, replacePageInAddress } from "./remembered-page.ts";
import { ownPage } from "./safe-link.ts";
import { ThumbnailsPanel } from "./ThumbnailsPanel.tsx";
import { type BookView, useBookView } from "./useBookView.ts";
import { useFind } from "./useFind.ts";
import type { DragMode } from "./useGestures.ts";
import { useReaderKeys } from "./useReaderKeys.ts";
import { useWayBack } from "./useWayBack.ts";

/** Of one press of an arrow. */
const LINE_PX = 48;
/** Of one press of PageDown: a part of the last view stays. */
const VIEW_SHARE = 0.9;
/** After the last page that was passed. */
const REMEMBER_PAUSE_MS = 400;
const MODE_NAME = "book-drag";
const PANEL_NAME = "book-panel";
const NO_EXTRAS: ReaderExtras = {};

export interface BookDeskProps {
  readonly book: Book;
  readonly title: string;
  readonly documentUrl: string;
  readonly filename: string;
  /** Of person and book. */
  readonly bookKey: string;
  readonly extras?: ReaderExtras;
}

export function BookDesk({ book, title, documentUrl, filename, bookKey, extras = NO_EXTRAS }: BookDeskProps) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, undefined, { getInitialValueInEffect: false }) ?? false;
  const [startPage] = useState(() => readStartPage(window.location.search, bookKey));
  const view = useBookView(book, startPage - 1);
  const queue = useRenderQueue();
  const [panel, setPanel] = usePanel(isSmall);
  const [dragMode, setDragMode] = useState<DragMode>(() => (readRemembered(MODE_NAME) === "hand" ? "hand" : "text"));
  const [findWishes, setFindWishes] = useState(0);
  const [areKeysShown, setKeysShown] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const { isFull, toggleFull } = useFull();
  const pageField = useRef<HTMLInputElement>(null);
  const wayBack = useWayBack(book, view);
  const now = useRef(view);
  now.current = view;
  const find = useFind(
    book,
    useCallback(() => now.current.current, []),
    useCallback((index: number) => {
      const { current, goTo } = now.current;
      if (index !== current) goTo(index);
    }, []),
  );
  useRememberedPage(bookKey, view.current + 1);

  const reader: ReaderHandle = {
    pageNumber: view.current + 1,
    pageCount: book.pageCount,
    rotationDeg: view.rotationDeg,
    goToPage: (pageNumber, point) => wayBack.go({ pageNumber, point: point ?? null }),
    setPanel,
  };
  const parts: readonly ReaderPanelPart[] = [
    {
      name: "outline",
      label: t("textbookReader.outline"),
      icon: IconListTree,
      render: () => <OutlinePanel book={book} onGo={(target) => void wayBack.follow(target)} />,
    },
    {
      name: "pages",
      label: t("textbookReader.pages"),
      icon: IconFiles,
      render: () => (
        <ThumbnailsPanel book={book} queue={queue} current={view.current} onGo={(index) => view.goTo(index)} />
      ),
    },
    ...(extras.panels ?? []),
  ];

  function handleLink(link: PageLink): void {
    if (link.url === null) void wayBack.follow(link.target);
    else {
      const url = ownPage(link.url, window.location.origin);
      if (!url || !extras.onOwnLink?.(url, reader)) window.open(link.url, "_blank", "noopener,noreferrer");
    }
  }

  function openFind(): void {
    find.open();
    setFindWishes(findWishes + 1);
  }

  function closeFind(): void {
    find.close();
    view.scroller.current?.focus({ preventScroll: true });
  }

  const others: Readonly<Record<Exclude<ReaderCommand, MoveCommand>, () => void>> = {
    panel: () => setPanel(panel === null ? (readRemembered(PANEL_NAME) ?? "outline") : null),
    find: () => (find.isOpen && findWishes > 0 && document.activeElement?.closest("search") ? closeFind() : openFind()),
    hand: () => {
      const next = dragMode === "hand" ? "text" : "hand";
      setDragMode(next);
      remember(MODE_NAME, next);
    },
    back: wayBack.back,
    full: toggleFull,
    keys: () => setKeysShown(true),
    goToPage: () => pageField.current?.focus(),
    print: () => setPrinting(true),
  };
  const handleCommand = (command: ReaderCommand): void => {
    if (command in others) others[command as keyof typeof others]();
    else move(view, book.pageCount, command as MoveCommand);
  };
  useReaderKeys({
    ...{ reader, keys: extras.keys, scroller: view.scroller, onCommand: handleCommand },
    isSuspended: areKeysShown || isPrinting,
  });

  return (
    <section className={styles.reader} aria-label={t("textbookReader.reader")} data-full={isFull || undefined}>
      <ReaderToolbar
        {...{ isSmall, isFull, documentUrl, filename, pageField }}
        pageNumber={view.current + 1}
        pageCount={book.pageCount}
        zoomPercent={view.zoomPercent}
        isPanelOpen={panel !== null}
        isFindOpen={find.isOpen}
        isHand={dragMode === "hand"}
        canGoBack={wayBack.canGoBack}
        extraTools={extras.tools?.(reader)}
        onCommand={handleCommand}
        onPage={(pageNumber) => {
          reader.goToPage(pageNumber);
          view.scroller.current?.focus({ preventScroll: true });
        }}
        onZoom={(percent) => view.setZoom(percent)}
      />
      {find.isOpen && <FindBar find={find} pageCount={book.pageCount} wishes={findWishes} onClose={closeFind} />}
      {panel !== null && (
        <ReaderPanel {...{ parts, reader, isSmall }} open={panel} onOpen={setPanel} onClose={() => setPanel(null)} />
      )}
      <div className={styles.pages}>
        <ReaderPages
          {...{ book, title, view, queue, dragMode }}
          isPointerTaken={extras.isPointerTaken ?? false}
          hits={find.hits}
          currentHit={find.current}
          onLink={handleLink}
          overlay={extras.pageOverlay && ((page) => extras.pageOverlay?.(page, reader))}
        />
      </div>
      {isPrinting && <PrintDialog book={book} pageNumber={view.current + 1} onClose={() => setPrinting(false)} />}
      {areKeysShown && <ReaderKeyboardSheet more={extras.keyRows ?? []} onClose={() => setKeysShown(false)} />}
    </section>
  );
}

type MoveCommand =
  | "zoomIn"
  | "zoomOut"
  | "zoomDefault"
  | "rotateRight"
  | "rotateLeft"
  | "previousPage"
  | "nextPage"
  | "firstPage"
  | "lastPage"
  | "lineUp"
  | "lineDown"
  | "viewUp"
  | "viewDown";

function move(view: BookView, pageCount: number, command: MoveCommand): void {
  const { zoomPercent, current } = view;
  const viewHeight = view.scroller.current?.clientHeight ?? 0;
  const moves: Readonly<Record<MoveCommand, () => void>> = {
    zoomIn: () => view.setZoom(stepZoom(zoomPercent, 1)),
    zoomOut: () => view.setZoom(stepZoom(zoomPercent, -1)),
    zoomDefault: () => view.setZoom(PDF_DEFAULT_ZOOM_PERCENT),
    rotateRight: () => view.rotate(90),
    rotateLeft: () => view.rotate(-90),
    previousPage: () => view.goTo(current - 1),
    nextPage: () => view.goTo(current + 1),
    firstPage: () => view.goTo(0),
    lastPage: () => view.goTo(pageCount - 1),
    lineUp: () => view.scrollBy(-LINE_PX),
    lineDown: () => view.scrollBy(LINE_PX),
    viewUp: () => view.scrollBy(-VIEW_SHARE * viewHeight),
    viewDown: () => view.scrollBy(VIEW_SHARE * viewHeight),
  };
  moves[command]();
}

/** Open or not, and with which tab, is remembered on a large screen; on a small one the pages come first. */
function usePanel(isSmall: boolean): [string | null, (name: string | null) => void] {
  const [panel, setPanel] = useState<string | null>(() =>
    isSmall || readRemembered(`${PANEL_NAME}-open`) === "off" ? null : (readRemembered(PANEL_NAME) ?? "outline"),
  );
  const change = useCallback(
    (name: string | null) => {
      setPanel(name);
      if (name !== null) remember(PANEL_NAME, name);
      if (!isSmall) remember(`${PANEL_NAME}-open`, name === null ? "off" : "on");
    },
    [isSmall],
  );
  return [panel, change];
}

function useFull() {
  const [isFull, setFull] = useState(false);
  const { fullscreen, toggle } = useFullscreenDocument();
  // The browser's own way out, Escape, ends it too.
  useEffect(() => {
    if (!fullscreen) setFull(false);
  }, [fullscreen]);
  const toggleFull = (): void => {
    const isWanted = !isFull;
    setFull(isWanted);
    // Where the browser cannot (iPhone), filling the page is what there is.
    if (isWanted !== fullscreen) void toggle().catch(() => undefined);
  };
  return { isFull, toggleFull };
}

function useRememberedPage(bookKey: string, pageNumber: number): void {
  const path = useMemo(() => window.location.pathname, []);
  useEffect(() => {
    const timer = setTimeout(() => {
      rememberPage(bookKey, pageNumber);
      if (window.location.pathname === path) replacePageInAddress(pageNumber);
    }, REMEMBER_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [bookKey, pageNumber, path]);
}
