/** Opens a PDF in a thread of its own. Both can be started before the reader is shown. */
import {
  GlobalWorkerOptions,
  getDocument,
  type PDFDocumentLoadingTask,
  PDFWorker,
  VerbosityLevel,
  version,
} from "pdfjs-dist";
import workerUrl from "pdfjs-dist/build/pdf.worker.min.mjs?url";
import type { OpenOptions } from "./book.ts";

/** Fetched at once; PDF.js joins neighbours. */
const RANGE_CHUNK_BYTES = 262_144;
/** Pixels of one image of the PDF: 100 Mpx, 400 MB when decoded. Larger ones are left out. */
const MAX_IMAGE_PIXELS = 100_000_000;
/** Of a password that was given. */
const WRONG_PASSWORD = 2;

/** Written there by `build/pdf-files.ts`. */
const FILES_PATH = `/assets/pdf-${version}/`;

const fileUrl = (folder: string): string => new URL(`${FILES_PATH}${folder}/`, window.location.origin).href;

/** Hovering over a link to a book does not keep its worker thread. */
const UNUSED_WORKER_MS = 60_000;
/** A book that is opened ahead is shown within this time, or not at all. */
const UNUSED_OPENING_MS = 20_000;

let worker: PDFWorker | null = null;
let endOfUnused: ReturnType<typeof setTimeout> | undefined;
/** Threads of open books. */
const taken = new Set<PDFWorker>();
let ahead: { readonly url: string; readonly opening: PdfOpening; readonly end: ReturnType<typeof setTimeout> } | null =
  null;

let isScriptFetched = false;

/** Fetches the script of the thread into the browser's cache, after all else. */
export function fetchWorkerScript(): void {
  if (isScriptFetched) return;
  isScriptFetched = true;
  const link = document.createElement("link");
  Object.assign(link, { rel: "prefetch", href: workerUrl });
  document.head.append(link);
}

/** Starts the thread that reads PDFs, so that it is ready once the book's address is known; not beside an open book. */
export function startPdfWorker(): void {
  if (worker || taken.size > 0) return;
  worker = createWorker();
  endOfUnused = setTimeout(() => {
    worker?.destroy();
    worker = null;
  }, UNUSED_WORKER_MS);
}

function createWorker(): PDFWorker {
  GlobalWorkerOptions.workerSrc = workerUrl;
  return PDFWorker.create({ verbosity: VerbosityLevel.ERRORS });
}

/** Of one book alone: work that hangs is ended with its thread. */
function takeWorker(): PDFWorker {
  clearTimeout(endOfUnused);
  const own = worker && !worker.destroyed ? worker : createWorker();
  worker = null;
  taken.add(own);
  return own;
}

function endWorker(own: PDFWorker): void {
  taken.delete(own);
  own.destroy();
}

/** A book whose file is being read. */
class PdfOpening {
  readonly task: PDFDocumentLoadingTask;
  readonly #worker: PDFWorker;
  /** What PDF.js asked before there was anybody to ask. */
  #asked: Parameters<OpenOptions["onPassword"]> | null = null;

  constructor(url: string) {
    this.#worker = takeWorker();
    this.task = getDocument({
      url: new URL(url, window.location.origin).href,
      worker: this.#worker,
      verbosity: VerbosityLevel.ERRORS,
      // Only pages in view are fetched and kept.
      disableStream: true,
      disableAutoFetch: true,
      rangeChunkSize: RANGE_CHUNK_BYTES,
      enableXfa: false,
      useWorkerFetch: true,
      useSystemFonts: false,
      cMapUrl: fileUrl("cmaps"),
      standardFontDataUrl: fileUrl("standard_fonts"),
      wasmUrl: fileUrl("wasm"),
      iccUrl: fileUrl("iccs"),
      maxImageSize: MAX_IMAGE_PIXELS,
    });
    this.#onPassword((wasWrong, answer) => {
      this.#asked = [wasWrong, answer];
    });
  }

  /** Those that were asked for before, too. */
  answerPasswords(ask: OpenOptions["onPassword"]): void {
    this.#onPassword(ask);
    if (this.#asked) ask(...this.#asked);
    this.#asked = null;
  }

  #onPassword(ask: OpenOptions["onPassword"]): void {
    this.task.onPassword = (answer: (password: string) => void, reason: number) =>
      ask(reason === WRONG_PASSWORD, answer);
  }

  /** Ends its thread too. */
  readonly close = (): void => {
    void this.task.destroy().finally(() => endWorker(this.#worker));
  };
}

/** Begins to read a book that is about to be shown. */
export function openAhead(url: string): void {
  if (ahead?.url === url || taken.size > 0) return;
  const opening = new PdfOpening(url);
  // The reader handles the error; a textbook without a document has no reader.
  opening.task.promise.catch(() => undefined);
  ahead = { url, opening, end: setTimeout(closeAhead, UNUSED_OPENING_MS) };
}

function closeAhead(): void {
  ahead?.opening.close();
  ahead = null;
}

/** The one that was opened ahead, or a new one. */
export function takeOpening(url: string): PdfOpening {
  const opened = ahead;
  if (!opened) return new PdfOpening(url);
  clearTimeout(opened.end);
  ahead = null;
  if (opened.url === url) return opened.opening;
  opened.opening.close();
  return new PdfOpening(url);
}
