/** A book for the reader, independent of its file format. Pages have numbers from 1. */

import type { TextItem } from "@parfocal/core/textbook-reader/find-in-pages.ts";
import type { PageSize, Rotation, SharePoint } from "@parfocal/core/textbook-reader/page-layout.ts";

export interface Book {
  readonly pageCount: number;
  /** Size of the first page; others are assumed to have the same size until theirs is known. */
  readonly firstSize: PageSize;
  /**
   * Loads each page once. Rejects if the page is damaged.
   *
   * @throws PageStalled if it has hung before; BookRestarted if the book had to be reopened: retry.
   */
  page(pageNumber: number): Promise<PageSource>;
  outline(): Promise<readonly OutlineEntry[]>;
  /** @returns null if it has no target. */
  resolve(target: BookTarget): Promise<BookPlace | null>;
  /** Allows a page that has hung to be read again. */
  tryAgain(pageNumber: number): void;
  close(): void;
}

/** Target of a link or an outline entry; only the book can interpret it. */
export type BookTarget = string | readonly unknown[];

export interface BookPlace {
  readonly pageNumber: number;
  /** Point on the page as the book shows it; null: the top of the page. */
  readonly point: SharePoint | null;
}

export interface OutlineEntry {
  readonly title: string;
  /** Null: it is only a heading. */
  readonly target: BookTarget | null;
  readonly entries: readonly OutlineEntry[];
}

/** Box on the page as the book shows it, in fractions of the page's width and height, from its top left. */
export interface ShareBox {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export type PageLink =
  | { readonly box: ShareBox; readonly url: string; readonly target: null }
  | { readonly box: ShareBox; readonly url: null; readonly target: BookTarget };

export interface LaidText {
  /** By item index; each element contains the item's text, if any, as its only child. */
  readonly elements: readonly HTMLElement[];
  /** Text for screen readers, selection and highlights; `turn` rotates it with the page. */
  turn(rotationDeg: Rotation): void;
}

export interface PageSource {
  readonly size: PageSize;
  /**
   * @param scale canvas pixels per unit of `size`.
   * @throws the signal's reason once it is aborted.
   */
  draw(
    canvas: HTMLCanvasElement,
    scale: number,
    rotationDeg: Rotation,
    signal: AbortSignal,
    isForPrint?: boolean,
  ): Promise<void>;
  /** The items are those of `layText`. */
  text(): Promise<readonly TextItem[]>;
  layText(container: HTMLElement, rotationDeg: Rotation, signal: AbortSignal): Promise<LaidText>;
  links(): Promise<readonly PageLink[]>;
  /** Frees memory; the page can be used again. */
  release(): void;
}

/** Why a book cannot be read. */
export type BookFailure = "damaged" | "notFound" | "denied" | "offline";

export class BookError extends Error {
  readonly reason: BookFailure;
  constructor(reason: BookFailure, cause?: unknown) {
    super(`The PDF cannot be read: ${reason}.`, { cause });
    this.name = "BookError";
    this.reason = reason;
  }
}

/** Reading this page took too long. */
export class PageStalled extends Error {
  override readonly name = "PageStalled";
}

/** Another page hung, and the book was reopened. */
export class BookRestarted extends Error {
  override readonly name = "BookRestarted";
}

export interface OpenOptions {
  /** Bytes loaded so far, and in total; null: unknown. */
  readonly onProgress: (loadedBytes: number, totalBytes: number | null) => void;
  /** @param wasWrong whether another password was rejected before. @param answer tries a password. */
  readonly onPassword: (wasWrong: boolean, answer: (password: string) => void) => void;
  readonly signal: AbortSignal;
}

export type OpenBook = (url: string, options: OpenOptions) => Promise<Book>;
