/**
 * PDF.js itself reads files over HTTP, as in the browser, but for drawing: e2e/textbook-reader.spec.ts. The files are those of
 * `shared/data/pdf`, and ones that are drawn here.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { listPdfFiles } from "../../../build/pdf-files.ts";
import { type Book, BookError } from "./book.ts";

vi.mock("pdfjs-dist", () => import("pdfjs-dist/legacy/build/pdf.mjs"));
vi.mock("pdfjs-dist/build/pdf.worker.min.mjs?url", () => ({
  default: pathToFileURL(createRequire(import.meta.url).resolve("pdfjs-dist/legacy/build/pdf.worker.mjs")).href,
}));

const SAMPLES = join(import.meta.dirname, "../../../../../../shared/data/pdf");
const names = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => name.endsWith(".pdf")) : [];

const served = new Map<string, Uint8Array>();
const requests: { readonly path: string; readonly range: string | undefined }[] = [];
let server: Server;
beforeAll(async () => {
  const files = listPdfFiles();
  server = createServer((request, response) => {
    const path = (request.url ?? "").slice(1);
    const { range } = request.headers;
    requests.push({ path, range });
    const file = files.get(path);
    const bytes = file === undefined ? served.get(path) : readFileSync(file);
    if (!bytes) return void response.writeHead(path === "denied" ? 403 : 404).end();
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? "") ?? [];
    const part = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1);
    response.writeHead(from === undefined ? 200 : 206, { "accept-ranges": "bytes", "content-length": part.length });
    response.end(part);
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  vi.stubGlobal("window", { location: { origin: `http://127.0.0.1:${port}` } });
});
afterAll(() => {
  vi.unstubAllGlobals();
  server.closeAllConnections();
  server.close();
});

async function open(bytes: Uint8Array, passwords: string[] = []): Promise<{ book: Book; passwordRequests: boolean[] }> {
  const { openPdf } = await import("./pdf-book.ts");
  served.set("book", bytes);
  const passwordRequests: boolean[] = [];
  const book = await openPdf("/book", {
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onPassword(wasWrong, answer) {
      passwordRequests.push(wasWrong);
      answer(passwords.shift() ?? "");
    },
  });
  return { book, passwordRequests };
}

describe.skipIf(names.length === 0)("each file of ../shared/data/pdf", () => {
  it.each(names)("%s opens: each page has a size, text and links", async (name) => {
    const { book } = await open(readFileSync(join(SAMPLES, name)));
    expect(book.pageCount).toBeGreaterThan(0);
    await book.outline();
    for (let pageNumber = 1; pageNumber <= Math.min(book.pageCount, 12); pageNumber += 1) {
      const page = await book.page(pageNumber);
      expect(page.size.width).toBeGreaterThan(10);
      expect(page.size.height).toBeGreaterThan(10);
      await page.text();
      for (const { box } of await page.links())
        for (const share of Object.values(box)) expect(share).toBeLessThan(1.01);
    }
    book.close();
  });
});

/** @param objects without their numbers, starting at 1. @param trailer further entries of it. */
function pdfOf(objects: readonly string[], trailer = ""): Buffer {
  let text = "%PDF-1.4\n";
  const starts = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(start).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${starts.join("")}`;
  return Buffer.from(
    `${text}${table}trailer\n<< /Size ${size} /Root 1 0 R ${trailer}>>\nstartxref\n${text.length}\n%%EOF\n`,
    "latin1",
  );
}

const CATALOG = "<< /Type /Catalog /Pages 2 0 R >>";
const PAGES = "<< /Type /Pages /Count 1 /Kids [3 0 R] >>";
const page = (more: string): string => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 200] ${more}>>`;
const link = (action: string): string => `<< /Type /Annot /Subtype /Link /Rect [10 20 60 40] ${action} >>`;

it("only links to web pages, email addresses and within the book are offered", async () => {
  const actions = ["https://a.example/", "javascript:alert(1)", "file:///etc/passwd", "mailto:a@a.example"];
  const links = [
    ...actions.map((uri) => link(`/A << /S /URI /URI (${uri}) >>`)),
    link("/A << /S /JavaScript /JS (app.alert\\(1\\)) >>"),
    link("/A << /S /Launch /F (calc.exe) >>"),
    link("/Dest [3 0 R /XYZ 0 150 0]"),
  ];
  const catalog = "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>";
  const { book } = await open(pdfOf([catalog, PAGES, page(`/Annots [${links.join(" ")}]`)]));
  const found = await (await book.page(1)).links();
  expect(found.map(({ url }) => url)).toEqual(["https://a.example/", "mailto:a@a.example", null]);
  expect(found[0]?.box).toEqual({
    left: expect.closeTo(0.1, 6),
    top: expect.closeTo(0.8, 6),
    width: expect.closeTo(0.5, 6),
    height: expect.closeTo(0.1, 6),
  });
  const target = found[2]?.target;
  expect(target && (await book.resolve(target))).toEqual({ pageNumber: 1, point: { xShare: 0, yShare: 0.25 } });
  expect(await book.resolve("nowhere")).toBeNull();
  expect(await book.resolve([99, { name: "Fit" }])).toBeNull();
  book.close();
});

it("a large book is read in ranges, not completely", async () => {
  const filling = `<< /Length 3000000 >>\nstream\n${"x".repeat(3_000_000)}\nendstream`;
  requests.length = 0;
  const { book } = await open(pdfOf([CATALOG, PAGES, page(""), filling]));
  const parts = requests.filter(({ path, range }) => path === "book" && range !== undefined);
  const bytes = parts.reduce((sum, { range }) => {
    const [from = 0, to = 0] = range?.match(/\d+/g)?.map(Number) ?? [];
    return sum + to - from + 1;
  }, 0);
  expect(parts.length).toBeGreaterThan(0);
  expect(bytes).toBeLessThan(1_000_000);
  book.close();
});

it.each([
  ["an empty file", Buffer.alloc(0)],
  ["another format", Buffer.from("<!doctype html><script>alert(1)</script>")],
  ["a PDF without pages", pdfOf([CATALOG, "<< /Type /Pages /Count 0 /Kids [] >>"])],
  ["pages that contain themselves", pdfOf([CATALOG, "<< /Type /Pages /Count 9 /Kids [2 0 R] >>"])],
  ["the first half of a PDF", pdfOf([CATALOG, PAGES, page("")]).subarray(0, 60)],
])("%s is reported as damaged", async (_what, bytes) => {
  await expect(open(bytes)).rejects.toMatchObject({ reason: "damaged" });
});

it("a file that does not exist, or is not accessible, is not reported as damaged", async () => {
  const { openPdf } = await import("./pdf-book.ts");
  const options = { signal: new AbortController().signal, onProgress: vi.fn(), onPassword: vi.fn() };
  await expect(openPdf("/nowhere", options)).rejects.toEqual(new BookError("notFound"));
  await expect(openPdf("/denied", options)).rejects.toMatchObject({ reason: "denied" });
});

/** Encrypts nothing, as no string needs it: the file only requires the password. PDF 1.4, 7.6.3: RC4 of 40 bits. */
function pdfWithPassword(password: string): Buffer {
  const PADDING = Buffer.from("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a", "hex");
  const padded = Buffer.concat([Buffer.from(password, "latin1"), PADDING]).subarray(0, 32);
  const md5 = (...parts: Buffer[]) => createHash("md5").update(Buffer.concat(parts)).digest();
  const id = Buffer.from("0123456789abcdef");
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff]);
  const owner = rc4(md5(padded).subarray(0, 5), padded);
  const key = md5(padded, owner, permissions, id).subarray(0, 5);
  const user = rc4(key, PADDING);
  const hex = (bytes: Buffer) => `<${bytes.toString("hex")}>`;
  const encrypt = `<< /Filter /Standard /V 1 /R 2 /O ${hex(owner)} /U ${hex(user)} /P -4 >>`;
  return pdfOf([CATALOG, PAGES, page(""), encrypt], `/Encrypt 4 0 R /ID [${hex(id)} ${hex(id)}] `);
}

function rc4(key: Buffer, bytes: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number) => {
    [state[one], state[other]] = [state[other] ?? 0, state[one] ?? 0];
  };
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + (state[i] ?? 0) + (key[i % key.length] ?? 0)) % 256;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return bytes.map((byte) => {
    i = (i + 1) % 256;
    j = (j + (state[i] ?? 0)) % 256;
    swap(i, j);
    return byte ^ (state[((state[i] ?? 0) + (state[j] ?? 0)) % 256] ?? 0);
  }) as Buffer;
}

it("an encrypted book asks for its password until it is correct", async () => {
  const { book, passwordRequests } = await open(pdfWithPassword("nephron"), ["liver", "nephron"]);
  expect(passwordRequests).toEqual([false, true]);
  expect(book.pageCount).toBe(1);
  book.close();
});

it("a thread that was started ahead is used by the next book; beside an open book none is started", async () => {
  const { PDFWorker } = await import("pdfjs-dist");
  const { startPdfWorker } = await import("./pdf-opening.ts");
  const create = vi.spyOn(PDFWorker, "create");
  startPdfWorker();
  startPdfWorker();
  const { book } = await open(pdfOf([CATALOG, PAGES, page("")]));
  expect(create).toHaveBeenCalledTimes(1);
  startPdfWorker();
  expect(create).toHaveBeenCalledTimes(1);
  book.close();
  await vi.waitFor(() => {
    startPdfWorker();
    expect(create).toHaveBeenCalledTimes(2);
  });
  create.mockRestore();
});

describe("a book that is opened ahead", () => {
  const ahead = () => import("./pdf-opening.ts");
  const countRequests = (path: string) => requests.filter((one) => one.path === path).length;

  it("is read before the reader is loaded, once", async () => {
    served.set("book", pdfOf([CATALOG, PAGES, page("")]));
    const { openAhead } = await ahead();
    requests.length = 0;
    openAhead("/book");
    openAhead("/book");
    await vi.waitFor(() => expect(countRequests("book")).toBeGreaterThan(0));
    const before = countRequests("book");
    const { book } = await open(pdfOf([CATALOG, PAGES, page("")]));
    expect([book.pageCount, countRequests("book")]).toEqual([1, before]);
    book.close();
  });

  it("asks for its password once the reader is open", async () => {
    const bytes = pdfWithPassword("nephron");
    served.set("book", bytes);
    const { openAhead } = await ahead();
    requests.length = 0;
    openAhead("/book");
    await vi.waitFor(() => expect(countRequests("book")).toBeGreaterThan(0));
    const { book, passwordRequests } = await open(bytes, ["liver", "nephron"]);
    expect(passwordRequests).toEqual([false, true]);
    book.close();
  });

  it("leaves its error to the reader, and its thread to another book", async () => {
    const { PDFWorker } = await import("pdfjs-dist");
    const { openPdf } = await import("./pdf-book.ts");
    const { openAhead } = await ahead();
    const options = { signal: new AbortController().signal, onProgress: vi.fn(), onPassword: vi.fn() };
    openAhead("/nowhere");
    await expect(openPdf("/nowhere", options)).rejects.toMatchObject({ reason: "notFound" });
    const destroy = vi.spyOn(PDFWorker.prototype, "destroy");
    await vi.waitFor(() => {
      openAhead("/elsewhere");
      expect(countRequests("elsewhere")).toBeGreaterThan(0);
    });
    const { book } = await open(pdfOf([CATALOG, PAGES, page("")]));
    await vi.waitFor(() => expect(destroy).toHaveBeenCalled());
    expect(book.pageCount).toBe(1);
    book.close();
    destroy.mockRestore();
  });

  it("that is never shown is closed after 20 seconds", async () => {
    const { PDFWorker } = await import("pdfjs-dist");
    const { openAhead, takeOpening } = await ahead();
    const create = vi.spyOn(PDFWorker, "create");
    const destroy = vi.spyOn(PDFWorker.prototype, "destroy");
    // No thread is started ahead until that of the previous test has ended.
    await vi.waitFor(() => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      openAhead("/never-shown");
      expect(create).toHaveBeenCalled();
    });
    const before = destroy.mock.calls.length;
    vi.advanceTimersByTime(20_000);
    vi.useRealTimers();
    await vi.waitFor(() => expect(destroy.mock.calls.length).toBeGreaterThan(before));
    destroy.mockRestore();
    create.mockRestore();
    const fresh = takeOpening("/book");
    await fresh.task.promise;
    fresh.close();
  });
});
