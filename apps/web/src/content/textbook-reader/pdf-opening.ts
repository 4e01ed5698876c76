/** Opens a PDF in a separate worker. Both can be started before the reader is shown. */
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

/** Size of one range request; PDF.js merges adjacent ranges. */
const RANGE_CHUNK_BYTES = 262_144;
/** Maximum pixels of one image in the PDF: 100 Mpx, 400 MB when decoded. Larger images are omitted. */
const MAX_IMAGE_PIXELS = 100_000_000;
/** Reason code of a wrong password. */
const WRONG_PASSWORD = 2;

/** Copied there by `build/pdf-files.ts`. */
const FILES_PATH = `/assets/pdf-${version}/`;

const fileUrl = (folder: string): string => new URL(`${FILES_PATH}${folder}/`, window.location.origin).href;

/** A worker started by hovering over a link to a book is terminated if unused for this long. */
const UNUSED_WORKER_MS = 60_000;
/** A preloaded book must be shown within this time; otherwise it is closed. */
const UNUSED_OPENING_MS = 20_000;

let worker: PDFWorker | null = null;
let endOfUnused: ReturnType<typeof setTimeout> | undefined;
/** Workers of open books. */
const taken = new Set<PDFWorker>();
let ahead: { readonly url: string; readonly opening: PdfOpening; readonly end: ReturnType<typeof setTimeout> } | null =
  null;

let isScriptFetched = false;

/** Preloads the worker script into the browser's cache at low priority. */
export function fetchWorkerScript(): void {
  if (isScriptFetched) return;
  isScriptFetched = true;
  const link = document.createElement("link");
  Object.assign(link, { rel: "prefetch", href: workerUrl });
  document.head.append(link);
}

/** Starts the PDF worker, so that it is ready once the book's URL is known; not while a book is open. */
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

/** A worker for one book only: an operation that hangs is ended by terminating the worker. */
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

/** A book whose file is being loaded. */
class PdfOpening {
  readonly task: PDFDocumentLoadingTask;
  readonly #worker: PDFWorker;
  /** A password request of PDF.js before a handler was registered. */
  #passwordRequest: Parameters<OpenOptions["onPassword"]> | null = null;

  constructor(url: string) {
    this.#worker = takeWorker();
    this.task = getDocument({
      url: new URL(url, window.location.origin).href,
      worker: this.#worker,
      verbosity: VerbosityLevel.ERRORS,
      // Only pages in view are loaded and cached.
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
      this.#passwordRequest = [wasWrong, answer];
    });
  }

  /** Registers the handler; pending requests are passed to it too. */
  answerPasswords(ask: OpenOptions["onPassword"]): void {
    this.#onPassword(ask);
    if (this.#passwordRequest) ask(...this.#passwordRequest);
    this.#passwordRequest = null;
  }

  #onPassword(ask: OpenOptions["onPassword"]): void {
    this.task.onPassword = (answer: (password: string) => void, reason: number) =>
      ask(reason === WRONG_PASSWORD, answer);
  }

  /** Also terminates its worker. */
  readonly close = (): void => {
    void this.task.destroy().finally(() => endWorker(this.#worker));
  };
}

/** Starts loading a book that is about to be shown. */
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

/** The preloaded book, or a new one. */
export function takeOpening(url: string): PdfOpening {
  const opened = ahead;
  if (!opened) return new PdfOpening(url);
  clearTimeout(opened.end);
  ahead = null;
  if (opened.url === url) return opened.opening;
  opened.opening.close();
  return new PdfOpening(url);
}
