/** Search state of a book: the query, its hits, and the current hit. */
import {
  type FindOptions,
  firstHitFrom,
  type Hit,
  type HitPlace,
  neighbourHit,
  numberOfHit,
  readFindQuery,
  totalHits,
} from "@parfocal/core/textbook-reader/find-in-pages.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useLatest } from "#ui/useLatest.ts";
import type { Book } from "./book.ts";
import { type FindReport, findInBook, PageTexts } from "./find-run.ts";

/** Delay after the last key press. */
const PAUSE_MS = 250;

export interface Find {
  readonly isOpen: boolean;
  readonly text: string;
  readonly options: FindOptions;
  readonly hits: ReadonlyMap<number, readonly Hit[]>;
  readonly current: HitPlace | null;
  /** From 1; 0: none. */
  readonly number: number;
  readonly total: number;
  readonly state: "idle" | "running" | "stopped" | "done" | "cut";
  readonly readPages: number;
  readonly open: () => void;
  readonly close: () => void;
  readonly change: (text: string, options: FindOptions) => void;
  readonly step: (direction: 1 | -1) => void;
  readonly stop: () => void;
}

const NO_HITS: ReadonlyMap<number, readonly Hit[]> = new Map();
const NO_REPORT: FindReport = { hits: NO_HITS, readPages: 0, isDone: false, isCut: false };

/**
 * @param pageNow returns the index of the current page.
 * @param goTo shows the page of a hit.
 */
export function useFind(book: Book, pageNow: () => number, goTo: (index: number) => void): Find {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState<{ readonly text: string; readonly options: FindOptions }>({
    text: "",
    options: { isCaseMatched: false, areWordsWhole: false },
  });
  const [report, setReport] = useState(NO_REPORT);
  const [current, setCurrent] = useState<HitPlace | null>(null);
  const [isStopped, setStopped] = useState(false);
  const texts = useMemo(() => new PageTexts(book), [book]);
  const stopRun = useRef<() => void>(() => undefined);
  const latest = useLatest({ pageNow, goTo });
  const query = useMemo(() => (isOpen ? readFindQuery(typed.text, typed.options) : null), [isOpen, typed]);

  useEffect(() => {
    setReport(NO_REPORT);
    setCurrent(null);
    setStopped(false);
    if (!query) return;
    const controller = new AbortController();
    let isFirst = true;
    const show = (next: FindReport): void => {
      setReport(next);
      const first = isFirst && firstHitFrom(countsOf(next.hits), latest.current.pageNow());
      if (!first) return;
      isFirst = false;
      setCurrent(first);
      latest.current.goTo(first.page);
    };
    const timer = setTimeout(() => {
      const input = { pageCount: book.pageCount, query, fromIndex: latest.current.pageNow() };
      void findInBook(texts, input, show, controller.signal);
    }, PAUSE_MS);
    stopRun.current = () => controller.abort();
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [book, query, texts]);

  const counts = useMemo(() => countsOf(report.hits), [report]);
  const step = useCallback(
    (direction: 1 | -1) => {
      const next = current ? neighbourHit(counts, current, direction) : firstHitFrom(counts, latest.current.pageNow());
      if (!next) return;
      setCurrent(next);
      if (next.page !== current?.page) latest.current.goTo(next.page);
    },
    [counts, current],
  );
  const stop = useCallback(() => {
    stopRun.current();
    setStopped(true);
  }, []);
  const ended = report.isCut ? "cut" : "done";
  const running = isStopped ? "stopped" : "running";
  return {
    ...{ isOpen, ...typed, hits: report.hits, current },
    number: current ? numberOfHit(counts, current) : 0,
    total: totalHits(counts),
    state: query === null ? "idle" : report.isDone ? ended : running,
    readPages: report.readPages,
    open: useCallback(() => setOpen(true), []),
    close: useCallback(() => setOpen(false), []),
    change: useCallback((text: string, options: FindOptions) => setTyped({ text, options }), []),
    ...{ step, stop },
  };
}

const countsOf = (hits: ReadonlyMap<number, readonly Hit[]>): ReadonlyMap<number, number> =>
  new Map([...hits].map(([page, list]) => [page, list.length]));
