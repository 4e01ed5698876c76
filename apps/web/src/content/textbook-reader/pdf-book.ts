/**
 * Reads a PDF with PDF.js, which only this module and `pdf-opening.ts` import. Nothing in a PDF is executed: no
 * scripts, no XFA, no forms. Of its links only those to web pages, email addresses and places in the book are offered
 * (`docs/decisions/0088`).
 */
import type { TextItem } from "@parfocal/core/textbook-reader/find-in-pages.ts";
import type { Rotation } from "@parfocal/core/textbook-reader/page-layout.ts";
import { AnnotationMode, type PDFDocumentProxy, type PDFPageProxy, TextLayer } from "pdfjs-dist";
import {
  type Book,
  BookError,
  type BookFailure,
  type BookPlace,
  type BookTarget,
  type LaidText,
  type OpenOptions,
  type OutlineEntry,
  type PageLink,
  type PageSource,
} from "./book.ts";
import { BoundedBook } from "./bounded-book.ts";
import { takeOpening } from "./pdf-opening.ts";
import { isSafeLink } from "./safe-link.ts";

const MAX_OUTLINE_ENTRIES = 5_000;
const MAX_OUTLINE_DEPTH = 12;
const MAX_LINKS_OF_PAGE = 1_000;

/** @throws BookError */
export async function openPdf(url: string, options: OpenOptions): Promise<Book> {
  const { signal } = options;
  let password = "";
  const first = await openInThread(url, {
    ...options,
    onPassword: (wasWrong, answer) =>
      options.onPassword(wasWrong, (given) => {
        password = given;
        answer(given);
      }),
  });
  const reopen = (): Promise<Book> =>
    openInThread(url, {
      signal,
      onProgress: () => undefined,
      onPassword: (wasWrong, answer) => wasWrong || answer(password),
    });
  return new BoundedBook(first, reopen);
}

async function openInThread(url: string, { onProgress, onPassword, signal }: OpenOptions): Promise<Book> {
  signal.throwIfAborted();
  const opening = takeOpening(url);
  const { task, close } = opening;
  signal.addEventListener("abort", close, { once: true });
  task.onProgress = ({ loaded, total }: { loaded: number; total: number }) =>
    onProgress(loaded, Number.isFinite(total) && total > 0 ? total : null);
  opening.answerPasswords(onPassword);
  try {
    const pdf = await task.promise;
    const first = await pdf.getPage(1);
    return new PdfBook(pdf, sizeOf(first), close);
  } catch (error) {
    signal.throwIfAborted();
    close();
    throw new BookError(failureOf(error), error);
  }
}

function failureOf(error: unknown): BookFailure {
  const { name, status } = error as { readonly name?: string; readonly status?: number };
  if (name !== "ResponseException") return "damaged";
  if (status === 401 || status === 403) return "denied";
  return status === 404 ? "notFound" : "offline";
}

function sizeOf(page: PDFPageProxy): { readonly width: number; readonly height: number } {
  const { width, height } = page.getViewport({ scale: 1 });
  return { width, height };
}

class PdfBook implements Book {
  readonly pageCount: number;
  readonly firstSize;
  readonly close;
  readonly #pdf: PDFDocumentProxy;
  readonly #pages = new Map<number, Promise<PageSource>>();

  constructor(
    pdf: PDFDocumentProxy,
    firstSize: { readonly width: number; readonly height: number },
    close: () => void,
  ) {
    this.#pdf = pdf;
    this.pageCount = pdf.numPages;
    this.firstSize = firstSize;
    this.close = close;
  }

  tryAgain(pageNumber: number): void {
    this.#pages.delete(pageNumber);
  }

  page(pageNumber: number): Promise<PageSource> {
    const known = this.#pages.get(pageNumber);
    if (known) return known;
    const page = this.#pdf.getPage(pageNumber).then((proxy) => new PdfPage(proxy));
    this.#pages.set(pageNumber, page);
    page.catch(() => this.#pages.delete(pageNumber));
    return page;
  }

  async outline(): Promise<readonly OutlineEntry[]> {
    // biome-ignore lint/suspicious/noExplicitAny: PDF.js describes an outline without a name for its entries
    const nodes = (await this.#pdf.getOutline()) as any[] | null;
    let count = 0;
    const read = (
      list: readonly { title: string; dest: BookTarget | null; items: [] }[],
      depth: number,
    ): OutlineEntry[] =>
      list.flatMap(({ title, dest, items }) => {
        count += 1;
        if (count > MAX_OUTLINE_ENTRIES) return [];
        return [
          { title: title.trim(), target: dest, entries: depth < MAX_OUTLINE_DEPTH ? read(items ?? [], depth + 1) : [] },
        ];
      });
    return read(nodes ?? [], 1);
  }

  async resolve(target: BookTarget): Promise<BookPlace | null> {
    try {
      const dest = typeof target === "string" ? await this.#pdf.getDestination(target) : target;
      const [page] = dest ?? [];
      if (!dest || page === undefined || page === null) return null;
      const index = typeof page === "number" ? page : await this.#pdf.getPageIndex(page as never);
      if (!(index >= 0 && index < this.pageCount)) return null;
      return { pageNumber: index + 1, point: await this.#pointOf(index + 1, dest) };
    } catch {
      return null;
    }
  }

  /** @param dest in PDF format: page, type, and coordinates that depend on the type. */
  async #pointOf(pageNumber: number, dest: readonly unknown[]): Promise<BookPlace["point"]> {
    const { name } = (dest[1] ?? {}) as { readonly name?: string };
    const [left, top] = name === "XYZ" ? [dest[2], dest[3]] : name === "FitH" || name === "FitBH" ? [0, dest[2]] : [];
    if (typeof top !== "number") return null;
    const viewport = (await this.#pdf.getPage(pageNumber)).getViewport({ scale: 1 });
    const [x = 0, y = 0] = viewport.convertToViewportPoint(typeof left === "number" ? left : 0, top);
    return { xShare: clampShare(x / viewport.width), yShare: clampShare(y / viewport.height) };
  }
}

const clampShare = (share: number): number => Math.min(1, Math.max(0, share));

class PdfPage implements PageSource {
  readonly size;
  readonly #page: PDFPageProxy;

  constructor(page: PDFPageProxy) {
    this.#page = page;
    this.size = sizeOf(page);
  }

  #viewport(scale: number, rotationDeg: Rotation) {
    return this.#page.getViewport({ scale, rotation: (this.#page.rotate + rotationDeg) % 360 });
  }

  async draw(
    canvas: HTMLCanvasElement,
    scale: number,
    rotationDeg: Rotation,
    signal: AbortSignal,
    isForPrint = false,
  ): Promise<void> {
    signal.throwIfAborted();
    const viewport = this.#viewport(scale, rotationDeg);
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    const task = this.#page.render({
      canvas,
      viewport,
      // Form fields are drawn as they are, without function.
      annotationMode: AnnotationMode.ENABLE,
      intent: isForPrint ? "print" : "display",
    });
    const stop = (): void => task.cancel();
    signal.addEventListener("abort", stop, { once: true });
    try {
      await task.promise;
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener("abort", stop);
    }
  }

  async text(): Promise<readonly TextItem[]> {
    const { items } = await this.#page.getTextContent();
    return items.flatMap((item) => ("str" in item ? [{ text: item.str, endsLine: item.hasEOL }] : []));
  }

  async layText(container: HTMLElement, rotationDeg: Rotation, signal: AbortSignal): Promise<LaidText> {
    const textContentSource = await this.#page.getTextContent();
    signal.throwIfAborted();
    const layer = new TextLayer({ textContentSource, container, viewport: this.#viewport(1, rotationDeg) });
    const stop = (): void => layer.cancel();
    signal.addEventListener("abort", stop, { once: true });
    await layer.render();
    signal.removeEventListener("abort", stop);
    return {
      elements: layer.textDivs,
      turn: (next) => layer.update({ viewport: this.#viewport(1, next) }),
    };
  }

  async links(): Promise<readonly PageLink[]> {
    const annotations = await this.#page.getAnnotations({ intent: "display" });
    const viewport = this.#page.getViewport({ scale: 1 });
    return annotations
      .filter(({ subtype }) => subtype === "Link")
      .slice(0, MAX_LINKS_OF_PAGE)
      .flatMap(({ rect, url, dest }): PageLink[] => {
        const [x1 = 0, y1 = 0] = viewport.convertToViewportPoint(rect[0], rect[1]);
        const [x2 = 0, y2 = 0] = viewport.convertToViewportPoint(rect[2], rect[3]);
        const box = {
          left: Math.min(x1, x2) / viewport.width,
          top: Math.min(y1, y2) / viewport.height,
          width: Math.abs(x2 - x1) / viewport.width,
          height: Math.abs(y2 - y1) / viewport.height,
        };
        if (typeof url === "string") return isSafeLink(url) ? [{ box, url, target: null }] : [];
        return dest ? [{ box, url: null, target: dest as BookTarget }] : [];
      });
  }

  release(): void {
    this.#page.cleanup();
  }
}
