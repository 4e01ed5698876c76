/**
 * Time from the click on a textbook's card to its first page, for 500 pages and for 2, in Chromium with the real
 * server; and memory use while all 500 are scrolled through.
 *
 * Goals (issue 15): 500 pages under 1 s; bounded memory. The ratio of both shows the cost of the book's length; it does
 * not depend on other load on the machine.
 *
 * Usage: node bench/textbook-open.ts [ROUNDS]     default: 5; CHROMIUM_PATH where the browser is not found automatically
 */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { chromium, type Page } from "@playwright/test";
import { drawDemoPdf } from "../apps/server/src/seed/draw-demo-pdf.ts";
import { loginOf, type Person } from "../e2e/testing/people.ts";
import { DEMO_PASSWORD, startQuietServer } from "../e2e/testing/running-server.ts";
import { buildWeb } from "../scripts/build-web.ts";
import { findOrInstallChromium } from "../scripts/find-chromium.ts";
import { type Devtools, openDevtools } from "./devtools.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
const GOAL_MS = 1000;
const LONG_PAGES = 500;
const SHORT_PAGES = 2;
/** Pages between two memory measurements. */
const STRIDE = 25;
/** Between the pointer's arrival on a card and the click: shorter than people take. */
const HOVER_MS = 100;
/** Between the cards' arrival and the pointer's. */
const READING_MS = 1_500;
const MB = 1e6;

const linesOf = (page: number) =>
  Array.from({ length: 24 }, (_, line) => `Line ${line + 1} of page ${page} of the atlas.`);
const drawBook = (pages: number): Buffer =>
  drawDemoPdf(
    Array.from({ length: pages }, (_, index) => ({
      heading: `Plate ${index + 1}`,
      lines: linesOf(index + 1),
      level: 1,
    })),
  );

async function callsOf(url: string, person: Person) {
  const login = { login: loginOf(person), password: DEMO_PASSWORD };
  const answer = await fetch(`${url}/api/session`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(login),
  });
  const { token } = (await answer.json()) as { readonly token: string };
  return async (path: string, body: FormData | object): Promise<{ readonly id: number }> => {
    const isForm = body instanceof FormData;
    const made = await fetch(`${url}/api${path}`, {
      method: "POST",
      headers: { "x-site-token": token, ...(isForm ? {} : { "content-type": "application/json" }) },
      body: isForm ? body : JSON.stringify(body),
    });
    if (!made.ok) throw new Error(`POST ${path}: ${made.status} ${await made.text()}`);
    return (await made.json()) as { readonly id: number };
  };
}

/** In the page: marks the click, and the first page's canvas. */
const WATCH = `
  document.addEventListener("click", () => performance.mark("clicked"), { capture: true, once: true });
  (function look() {
    if (document.querySelector("[data-page='1'][data-drawn] canvas")) performance.mark("drawn");
    else requestAnimationFrame(look);
  })()`;
const cardOf = (title: string): string =>
  `[...document.querySelectorAll("a")].find((link) => link.textContent.trim() === ${JSON.stringify(title)})`;

/**
 * Playwright enables the inspector, with which PDF.js's thread reads its source twice: here the page is controlled
 * without it.
 *
 * @returns ms from the click to the first page's canvas, with an empty cache.
 */
async function timeClick(devtools: Devtools, url: string, coursePath: string, title: string): Promise<number> {
  const page = await devtools.openPage();
  const evaluate = async <Value>(expression: string): Promise<Value> => {
    const { result } = await page.send("Runtime.evaluate", { expression, returnByValue: true, awaitPromise: true });
    return result.value as Value;
  };
  const until = async (expression: string): Promise<void> => {
    while (!(await evaluate<boolean>(`!!(${expression})`))) await pause(20);
  };
  await page.send("Page.navigate", { url: `${url}/sign-in` });
  await until(`document.querySelector("form")`);
  const login = JSON.stringify({ login: loginOf("learner"), password: DEMO_PASSWORD });
  await evaluate(
    `fetch("/api/session", { method: "POST", headers: { "content-type": "application/json" }, body: ${JSON.stringify(login)} }).then(({ status }) => status)`,
  );
  await page.send("Page.navigate", { url: `${url}${coursePath}` });
  await until(cardOf(title));
  // People read before they point.
  await pause(READING_MS);
  await evaluate(WATCH);
  const { x, y } = await evaluate<{ x: number; y: number }>(
    `(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))(${cardOf(title)}.getBoundingClientRect())`,
  );
  const mouse = (type: string) =>
    page.send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      button: type === "mouseMoved" ? "none" : "left",
      clickCount: 1,
    });
  await mouse("mouseMoved");
  await pause(HOVER_MS);
  await mouse("mousePressed");
  await mouse("mouseReleased");
  await until(`performance.getEntriesByName("drawn").length > 0`);
  const ms = await evaluate<number>(`performance.measure("opening", "clicked", "drawn").duration`);
  await page.close();
  return ms;
}

/** @returns the maximum memory at any of the stops. */
async function scrollThrough(page: Page, path: string) {
  await page.goto(path);
  await page.locator("[data-page='1'][data-drawn]").waitFor();
  const client = await page.context().newCDPSession(page);
  const field = page.getByRole("textbox", { name: "Page", exact: true });
  const most = { canvases: 0, canvasMegapixels: 0, heapMB: 0 };
  for (let number = STRIDE; number <= LONG_PAGES; number += STRIDE) {
    await field.fill(`${number}`);
    await field.press("Enter");
    await page.locator(`[data-page='${number}'][data-drawn] canvas`).waitFor();
    const sizes = await page.evaluate(() =>
      [...document.querySelectorAll("canvas")].map(({ width, height }) => width * height),
    );
    await client.send("HeapProfiler.collectGarbage");
    const { usedSize } = await client.send("Runtime.getHeapUsage");
    most.canvases = Math.max(most.canvases, sizes.length);
    most.canvasMegapixels = Math.max(most.canvasMegapixels, sizes.reduce((sum, size) => sum + size, 0) / MB);
    most.heapMB = Math.max(most.heapMB, usedSize / MB);
  }
  return most;
}

const root = join(import.meta.dirname, "..");
await buildWeb(root);
const server = await startQuietServer();
const executablePath = findOrInstallChromium("full");
const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
const devtools = await openDevtools(executablePath);
try {
  const post = await callsOf(server.url, "teacher");
  const { id: courseId } = await post("/v2/course", { title: "Bench" });
  const addBook = async (title: string, pages: number): Promise<number> => {
    const form = new FormData();
    form.set("title", title);
    form.set("parentId", `${courseId}`);
    form.set("file", new File([new Uint8Array(drawBook(pages))], "book.pdf", { type: "application/pdf" }));
    return (await post("/v2/textbook/", form)).id;
  };
  await addBook("Short", SHORT_PAGES);
  const longId = await addBook("Long", LONG_PAGES);
  const openContext = async () => {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      baseURL: server.url,
      locale: "en-GB",
    });
    const data = { login: loginOf("learner"), password: DEMO_PASSWORD };
    await context.request.post("/api/session", { headers: { origin: server.url }, data });
    return context;
  };
  const times: Record<"Short" | "Long", number[]> = { Short: [], Long: [] };
  for (let round = 0; round < ROUNDS; round += 1)
    for (const title of ["Short", "Long"] as const)
      times[title].push(await timeClick(devtools, server.url, `/s1/course${courseId}/`, title));
  const median = (list: number[]): number => list.toSorted((one, other) => one - other)[list.length >> 1] ?? Number.NaN;
  const [short, long] = [median(times.Short), median(times.Long)];
  console.log(
    `click to first page, empty cache: ${LONG_PAGES} pages ${long.toFixed(0)} ms, ${SHORT_PAGES} pages ${short.toFixed(0)} ms, ratio ${(long / short).toFixed(2)}; medians of ${ROUNDS}; goal ${GOAL_MS} ms`,
  );
  const context = await openContext();
  const most = await scrollThrough(await context.newPage(), `/s1/course${courseId}/t${longId}/`);
  console.log(
    `through ${LONG_PAGES} pages, at most: ${most.canvases} canvases, ${most.canvasMegapixels.toFixed(1)} Mpx (${(most.canvasMegapixels * 4).toFixed(0)} MB), JavaScript heap of the page ${most.heapMB.toFixed(1)} MB`,
  );
} finally {
  await browser.close();
  await devtools.close();
  await server.stop();
}
