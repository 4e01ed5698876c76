/** An open book: pages, tools, panel, search. */
import { useMediaQuery } from "@mantine/hooks";
import { IconFiles, IconListTree } from "@tabler/icons-react";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { useLatest } from "#ui/useLatest.ts";
import type { Book, PageLink } from "./book.ts";
import { FindBar } from "./FindBar.tsx";
import { type MoveCommand, moveView } from "./move-view.ts";
import { OutlinePanel } from "./OutlinePanel.tsx";
import { PrintDialog } from "./PrintDialog.tsx";
import styles from "./Reader.module.css";
import { ReaderKeyboardSheet } from "./ReaderKeyboardSheet.tsx";
import { ReaderPages, useRenderQueue } from "./ReaderPages.tsx";
import { ReaderPanel } from "./ReaderPanel.tsx";
import { ReaderToolbar } from "./ReaderToolbar.tsx";
import type { ReaderCommand } from "./reader-commands.ts";
import type { ReaderExtras, ReaderHandle, ReaderPanelPart } from "./reader-props.ts";
import { readStartPage } from "./remembered-page.ts";
import type { RenderQueue } from "./render-queue.ts";
import { ownPage } from "./safe-link.ts";
import { ThumbnailsPanel } from "./ThumbnailsPanel.tsx";
import { type BookView, useBookView } from "./useBookView.ts";
import { type Find, useFind } from "./useFind.ts";
import { useReaderKeys } from "./useReaderKeys.ts";
import { lastPanel, useDragMode, useFull, usePanel, useRememberedPage } from "./useReaderState.ts";
import { useWayBack, type WayBack } from "./useWayBack.ts";

const NO_EXTRAS: ReaderExtras = {};

export interface BookWorkspaceProps {
  readonly book: Book;
  readonly title: string;
  readonly documentUrl: string;
  readonly filename: string;
  /** Identifies user and book. */
  readonly bookKey: string;
  readonly extras?: ReaderExtras;
}

export function BookWorkspace({ book, title, documentUrl, filename, bookKey, extras = NO_EXTRAS }: BookWorkspaceProps) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, undefined, { getInitialValueInEffect: false }) ?? false;
  const [startPage] = useState(() => readStartPage(window.location.search, bookKey));
  const view = useBookView(book, startPage - 1);
  const queue = useRenderQueue();
  const [panel, setPanel] = usePanel(isSmall);
  const { dragMode, toggleDragMode } = useDragMode();
  const [findRequests, setFindRequests] = useState(0);
  const [areKeysShown, setKeysShown] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const { isFull, toggleFull } = useFull();
  const pageField = useRef<HTMLInputElement>(null);
  const wayBack = useWayBack(book, view);
  const find = useBookFind(book, view);
  useRememberedPage(bookKey, view.current + 1);

  // On a small screen the panel covers the pages.
  const leavePanel = (): void => {
    if (isSmall) setPanel(null);
  };
  const reader: ReaderHandle = {
    pageNumber: view.current + 1,
    pageCount: book.pageCount,
    rotationDeg: view.rotationDeg,
    goToPage: (pageNumber, point) => {
      wayBack.go({ pageNumber, point: point ?? null });
      leavePanel();
    },
    setPanel,
  };
  const parts = [...useOwnPanels({ book, view, queue, wayBack, onGone: leavePanel }), ...(extras.panels ?? [])];
  const handleLink = (link: PageLink): void => followLink(link, { wayBack, reader, onOwnLink: extras.onOwnLink });

  const openFind = (): void => {
    find.open();
    setFindRequests(findRequests + 1);
  };
  const closeFind = (): void => {
    find.close();
    view.scroller.current?.focus({ preventScroll: true });
  };
  const others: Readonly<Record<Exclude<ReaderCommand, MoveCommand>, () => void>> = {
    panel: () => setPanel(panel === null ? lastPanel() : null),
    find: openFind,
    toggleFind: () => (find.isOpen ? closeFind() : openFind()),
    hand: toggleDragMode,
    back: wayBack.back,
    full: toggleFull,
    keys: () => setKeysShown(true),
    goToPage: () => pageField.current?.focus(),
    print: () => setPrinting(true),
  };
  const handleCommand = (command: ReaderCommand): void => {
    if (command in others) others[command as keyof typeof others]();
    else moveView(view, book.pageCount, command as MoveCommand);
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
      {find.isOpen && <FindBar find={find} pageCount={book.pageCount} requests={findRequests} onClose={closeFind} />}
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

interface LinkContext {
  readonly wayBack: WayBack;
  readonly reader: ReaderHandle;
  readonly onOwnLink: ReaderExtras["onOwnLink"];
}

function followLink(link: PageLink, { wayBack, reader, onOwnLink }: LinkContext): void {
  if (link.url === null) return void wayBack.follow(link.target);
  const url = ownPage(link.url, window.location.origin);
  if (!url || !onOwnLink?.(url, reader)) window.open(link.url, "_blank", "noopener,noreferrer");
}

interface OwnPanelsInput {
  readonly book: Book;
  readonly view: BookView;
  readonly queue: RenderQueue;
  readonly wayBack: WayBack;
  /** Called after a page was chosen. */
  readonly onGone: () => void;
}

function useOwnPanels({ book, view, queue, wayBack, onGone }: OwnPanelsInput): readonly ReaderPanelPart[] {
  const { t } = useTranslation();
  return [
    {
      name: "outline",
      label: t("textbookReader.outline"),
      icon: IconListTree,
      render: () => (
        <OutlinePanel book={book} queue={queue} onGo={(target) => void wayBack.follow(target).then(onGone)} />
      ),
    },
    {
      name: "pages",
      label: t("textbookReader.pages"),
      icon: IconFiles,
      render: () => (
        <ThumbnailsPanel
          book={book}
          queue={queue}
          current={view.current}
          onGo={(index) => {
            view.goTo(index);
            onGone();
          }}
        />
      ),
    },
  ];
}

/** @returns the search, and the view state for its hits. */
function useBookFind(book: Book, view: BookView): Find {
  const now = useLatest(view);
  return useFind(
    book,
    useCallback(() => now.current.current, []),
    useCallback((index: number) => {
      const { current, goTo } = now.current;
      if (index !== current) goTo(index);
    }, []),
  );
}
