/**
 * The start of each main page in Chromium with the real server: requests, scripts and bytes, and the time from the URL
 * to the page, on the first visit (empty cache) and the second, over connections of different latency.
 *
 * Goals (issue 10): a slide is sharp after 0.6 / 1.2 / 2 s at 0 / 60 / 150 ms, course and manager similarly, the second
 * visit in half the time; at most 20 scripts on a first visit, at most 8 and 300 kB before the first tile. The counts
 * are checked by `e2e/page-start.spec.ts`; times depend on other load, so compare two checkouts in one run:
 *
 * Usage: node bench/page-start.ts [ROUNDS] [--against CHECKOUT] [--latency 0,60,150] [--pages slide,course] [--http2]
 *        ROUNDS 3 by default; CHECKOUT another working copy, already built; its rows alternate with ours
 *        --http2: behind Caddy, which must be installed; its rows alternate with those over HTTP/1.1
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type BrowserContext, type CDPSession, chromium } from "@playwright/test";
import { buildWeb } from "../scripts/build-web.ts";
import { findOrInstallChromium } from "../scripts/find-chromium.ts";
import { type BenchSite, startBenchSite } from "./page-start/bench-site.ts";
import { type DelayedLine, openDelayedLine } from "./page-start/delayed-line.ts";
import { type Http2Front, startHttp2Front } from "./page-start/http2-front.ts";
import { writeBenchSlide } from "./tile-servers/bench-slide.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    against: { type: "string" },
    latency: { type: "string", default: "0,60,150" },
    pages: { type: "string" },
    http2: { type: "boolean", default: false },
  },
});
const ROUNDS = Number(positionals[0] ?? 3);
const LATENCIES_MS = options.latency.split(",").map(Number);
const VIEWPORT = { width: 1440, height: 900 };
const ROOT = join(import.meta.dirname, "..");
/** After the page is complete, for requests that it sends when it has settled (ui/settled.ts). */
const SETTLED_AFTER_MS = 2500;

interface Visit {
  /** From the start of the navigation until the page's mark is on the screen. */
  readonly ms: number;
  readonly requests: number;
  readonly scripts: number;
  /** On the wire, headers included. */
  readonly kilobytes: number;
  /** Scripts, and their kB on the wire, requested before the first tile; null: the page has no tiles. */
  readonly beforeTile: { readonly scripts: number; readonly kilobytes: number } | null;
}

async function visit(context: BrowserContext, url: string, mark: string): Promise<Visit> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const counts = await countRequests(session);
  await page.addInitScript((selector) => {
    const look = () => {
      if (document.querySelector(selector)) performance.mark("complete");
      else requestAnimationFrame(look);
    };
    look();
  }, mark);
  await page.goto(url, { waitUntil: "commit" });
  await page.waitForFunction(() => performance.getEntriesByName("complete").length > 0, undefined, { timeout: 60_000 });
  const ms = await page.evaluate(() => performance.getEntriesByName("complete")[0]?.startTime ?? Number.NaN);
  await new Promise((done) => setTimeout(done, SETTLED_AFTER_MS));
  const result = { ms, ...counts() };
  await page.close();
  return result;
}

async function countRequests(session: CDPSession): Promise<() => Omit<Visit, "ms">> {
  const asked = new Map<
    string,
    { readonly isScript: boolean; readonly isTile: boolean; isCached: boolean; bytes: number }
  >();
  await session.send("Network.enable");
  session.on("Network.requestWillBeSent", ({ requestId, request, type }) => {
    if (request.url.startsWith("data:") || request.url.startsWith("blob:")) return;
    asked.set(requestId, {
      isScript: type === "Script" || /\/assets\/[^/]+\.js$/.test(request.url),
      isTile: /\/tiles\/\d+\/\d+\/\d+\//.test(request.url),
      isCached: false,
      bytes: 0,
    });
  });
  session.on("Network.requestServedFromCache", ({ requestId }) => {
    const one = asked.get(requestId);
    if (one) one.isCached = true;
  });
  session.on("Network.responseReceived", ({ requestId, response }) => {
    const one = asked.get(requestId);
    if (one && response.fromDiskCache) one.isCached = true;
  });
  session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId);
    if (one) one.bytes = encodedDataLength;
  });
  const kilobytesOf = (all: readonly { readonly bytes: number }[]) =>
    all.reduce((sum, { bytes }) => sum + bytes, 0) / 1000;
  return () => {
    const sent = [...asked.values()].filter(({ isCached }) => !isCached);
    const firstTile = sent.findIndex(({ isTile }) => isTile);
    const scriptsBefore = sent.slice(0, Math.max(0, firstTile)).filter(({ isScript }) => isScript);
    return {
      requests: sent.length,
      scripts: sent.filter(({ isScript }) => isScript).length,
      kilobytes: kilobytesOf(sent),
      beforeTile: firstTile < 0 ? null : { scripts: scriptsBefore.length, kilobytes: kilobytesOf(scriptsBefore) },
    };
  };
}

const median = (numbers: readonly number[]): number =>
  numbers.toSorted((one, other) => one - other)[numbers.length >> 1] ?? Number.NaN;

interface Row {
  readonly first: Visit[];
  readonly second: Visit[];
}

await buildWeb(ROOT);
const folder = await mkdtemp(join(tmpdir(), "parfocal-bench-"));
const slideFile = join(folder, "bench-slide.tif");
await writeBenchSlide(slideFile);
const checkouts = [
  { name: "here", root: ROOT },
  ...(options.against ? [{ name: "against", root: resolve(options.against) }] : []),
];
/** URLs of a running checkout; `origin` without a trailing slash. */
interface Reached {
  readonly name: string;
  readonly site: BenchSite;
  readonly origin: string;
}
const sites: Reached[] = [];
const fronts: Http2Front[] = [];
const lines: DelayedLine[] = [];
for (const { name, root } of checkouts) {
  const site = await startBenchSite(root, slideFile);
  sites.push({ name, site, origin: site.url });
  if (!options.http2) continue;
  const front = await startHttp2Front(site.url);
  fronts.push(front);
  sites.push({ name: `${name}-http2`, site, origin: front.url });
}
const browser = await chromium.launch({
  executablePath: findOrInstallChromium(),
  args: [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
    "--disable-dev-shm-usage",
    ...(fronts.length > 0
      ? [`--ignore-certificate-errors-spki-list=${fronts.map(({ keySha256 }) => keySha256).join()}`]
      : []),
  ],
});
try {
  const wanted = options.pages?.split(",");
  const pageNames = (sites[0]?.site.pages ?? [])
    .map(({ name }) => name)
    .filter((name) => wanted?.includes(name) ?? true);
  for (const latencyMs of LATENCIES_MS) {
    const rows = new Map<string, Row>();
    const urls = new Map<string, string>();
    for (const { name, origin } of sites) {
      const line = await openDelayedLine(origin, latencyMs);
      lines.push(line);
      urls.set(name, line.url);
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const pageName of pageNames) {
        for (const { name, site } of sites) {
          const page = site.pages.find((one) => one.name === pageName);
          if (!page) continue;
          const context = await browser.newContext({ viewport: VIEWPORT, locale: "en-GB" });
          if (page.login) await site.signIn(context, page.login);
          const row = rows.get(`${pageName} ${name}`) ?? { first: [], second: [] };
          rows.set(`${pageName} ${name}`, row);
          const url = `${urls.get(name)}${page.path}`;
          row.first.push(await visit(context, url, page.mark));
          row.second.push(await visit(context, url, page.mark));
          await context.close();
        }
      }
    }
    console.log(`\n${latencyMs} ms of latency, medians of ${ROUNDS}`);
    console.log(
      "| page | checkout | first visit ms | second | requests | scripts | kB | before the first tile | second: requests | scripts |",
    );
    console.log("|---|---|---|---|---|---|---|---|---|---|");
    for (const [name, { first, second }] of rows) {
      const of = (visits: readonly Visit[], pick: (one: Visit) => number) => median(visits.map(pick)).toFixed(0);
      const before = first[0]?.beforeTile;
      console.log(
        `| ${name.replace(" ", " | ")} | ${of(first, ({ ms }) => ms)} | ${of(second, ({ ms }) => ms)} | ${of(first, ({ requests }) => requests)} | ${of(first, ({ scripts }) => scripts)} | ${of(first, ({ kilobytes }) => kilobytes)} | ${before ? `${before.scripts} scripts, ${before.kilobytes.toFixed(0)} kB` : ""} | ${of(second, ({ requests }) => requests)} | ${of(second, ({ scripts }) => scripts)} |`,
      );
    }
  }
} finally {
  await browser.close();
  for (const line of lines) await line.close();
  for (const front of fronts) await front.close();
  for (const site of new Set(sites.map((one) => one.site))) await site.stop();
  await rm(folder, { recursive: true });
}
