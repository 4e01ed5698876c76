/**
 * The content tree on the screen, in Chromium with the real server, at 1,000 and 20,000 nodes in one run: from the
 * page's URL, with every folder open, to the first rows painted; from the click on its tab, in a page that is already
 * running; and from a letter typed into the filter to the remaining rows. The relevant result is the ratio to 1,000.
 *
 * Goals (issue 5): 20,000 open in under a second; the filter follows typing.
 *
 * Usage: node bench/tree-screen.ts [ROUNDS]     default: 5; CHROMIUM_PATH where the browser is not found automatically
 */
import { loadavg } from "node:os";
import { join } from "node:path";
import type { Tree } from "@parfocal/core/structure/structure.contract.ts";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import pg from "pg";
import { loginOf } from "../e2e/testing/people.ts";
import { DEMO_PASSWORD, startQuietServer } from "../e2e/testing/running-server.ts";
import { buildWeb } from "../scripts/build-web.ts";
import { findOrInstallChromium } from "../scripts/find-chromium.ts";
import { fillTree } from "./fill-tree.ts";

const ROUNDS = Number(process.argv[2] ?? 5);
const COUNTS = [1_000, 20_000] as const;
/** Contained in titles of both trees: in few, and in very many. */
const FEW = "item 777";
const MANY = "item 1";
const PATIENCE_MS = 120_000;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] as number;

/** Opens every folder, as if the person had left them open. */
async function keepAllOpen(page: Page, tree: Tree, userId: number): Promise<void> {
  const keys = tree.parents.flatMap(({ id, children }) => children.map((child) => `${id ?? 0}-${child.id}`));
  const holds = new Set(tree.parents.flatMap(({ id, children }) => (children.length > 0 ? [id] : [])));
  const open = keys.filter((key) => holds.has(Number(key.split("-")[1])));
  await page.evaluate(([name, value]) => localStorage.setItem(name, value), [
    `parfocal-tree-1-${userId}`,
    JSON.stringify(open),
  ] as const);
}

/** Milliseconds from the navigation to the frame after the first rows, and the part of it until the tree arrived. */
async function timeOpening(context: BrowserContext): Promise<{ readonly rowsMs: number; readonly treeMs: number }> {
  const page = await context.newPage();
  await page.addInitScript(() => {
    const look = () => {
      if (document.querySelector("[role=treeitem]")) requestAnimationFrame(() => performance.mark("rows"));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto("/s1/manage");
  await page.waitForFunction(() => performance.getEntriesByName("rows").length > 0, null, { timeout: PATIENCE_MS });
  const times = await page.evaluate(() => ({
    rowsMs: performance.getEntriesByName("rows")[0]?.startTime ?? Number.NaN,
    treeMs: (performance.getEntriesByType("resource") as PerformanceResourceTiming[])
      .filter(({ name }) => name.includes("/structure/tree"))
      .map(({ responseEnd }) => responseEnd)[0] as number,
  }));
  await page.close();
  return times;
}

/**
 * Milliseconds from the click on the tab, shown for the first time in a page with another tab open, to the same frame.
 */
async function timeTab(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.goto("/s1/manage/bin");
  const tab = page.getByRole("navigation").getByRole("link", { name: "Content", exact: true });
  await tab.waitFor({ timeout: PATIENCE_MS });
  await page.waitForLoadState("networkidle");
  await tab.evaluate((link: HTMLElement) => {
    performance.mark("clicked");
    const look = () => {
      if (document.querySelector("[role=treeitem]")) requestAnimationFrame(() => performance.mark("rows"));
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    link.click();
  });
  await page.waitForFunction(() => performance.getEntriesByName("rows").length > 0, null, { timeout: PATIENCE_MS });
  const ms = await page.evaluate(() => performance.measure("opening", "clicked", "rows").duration);
  await page.close();
  return ms;
}

/** Milliseconds from the input to the frame after the one in which the result is announced and shown. */
async function timeFilter(page: Page, text: string): Promise<number> {
  const field = page.getByRole("searchbox", { name: "Filter by title" });
  await field.fill("");
  await page.waitForFunction(() => !/\d+ found/.test(document.body.textContent ?? ""), null, { timeout: PATIENCE_MS });
  await page.evaluate(() => {
    performance.clearMarks();
    const begin = () => {
      performance.mark("typed");
      const look = () => {
        const status = [...document.querySelectorAll("[role=status]")].some((one) =>
          /\d+ found/.test(one.textContent ?? ""),
        );
        if (status) requestAnimationFrame(() => performance.mark("found"));
        else requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    };
    addEventListener("input", begin, { capture: true, once: true });
  });
  await field.fill(text);
  await page.waitForFunction(() => performance.getEntriesByName("found").length > 0, null, { timeout: PATIENCE_MS });
  return page.evaluate(() => performance.measure("filtering", "typed", "found").duration);
}

await buildWeb(join(import.meta.dirname, ".."));
const server = await startQuietServer();
const database = new pg.Client({
  host: join(server.dataFolder, "postgres", "run"),
  user: "postgres",
  database: "postgres",
});
const browser = await chromium.launch({
  executablePath: findOrInstallChromium("full"),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  await database.connect();
  const first = new Map<string, number>();
  console.log(`load ${loadavg()[0]?.toFixed(1)}\n`);
  console.log("| nodes | what | median ms | slowest ms | median of 1,000's |\n|---|---|---|---|---|");
  for (const count of COUNTS) {
    await fillTree(database, count);
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: server.url });
    const logIn = { login: loginOf("teacher"), password: DEMO_PASSWORD };
    const session = await context.request.post("/api/session", { headers: { origin: server.url }, data: logIn });
    const { user } = (await session.json()) as { user: { id: number } };
    const tree = (await (await context.request.get("/api/v2/structure/tree")).json()) as Tree;
    if (tree.nodes.length !== count) throw new Error(`${tree.nodes.length} nodes instead of ${count}`);
    const page = await context.newPage();
    await page.goto("/s1/manage");
    await keepAllOpen(page, tree, user.id);
    await page.reload();
    await page.locator("[role=treeitem][aria-level='3']").first().waitFor({ timeout: PATIENCE_MS });
    const rows: Record<string, number[]> = {
      "until the tree arrives": [],
      "until rows stand": [],
      "from the click on its tab": [],
      "filter, few": [],
      "filter, many": [],
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      rows["filter, few"]?.push(await timeFilter(page, FEW));
      rows["filter, many"]?.push(await timeFilter(page, MANY));
    }
    await page.close();
    for (let round = 0; round < ROUNDS; round += 1) {
      const { rowsMs, treeMs } = await timeOpening(context);
      rows["until the tree arrives"]?.push(treeMs);
      rows["until rows stand"]?.push(rowsMs);
      rows["from the click on its tab"]?.push(await timeTab(context));
    }
    await context.close();
    for (const [what, ms] of Object.entries(rows)) {
      const now = median(ms);
      if (!first.has(what)) first.set(what, now);
      const ratio = (now / (first.get(what) as number)).toFixed(1);
      console.log(`| ${count} | ${what} | ${now.toFixed(0)} | ${Math.max(...ms).toFixed(0)} | ${ratio} |`);
    }
  }
  console.log(`\nload ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await browser.close();
  await database.end();
  await server.stop();
}
