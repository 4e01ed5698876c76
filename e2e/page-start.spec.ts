// Slices: case, course, manage, search, session, slide, tree, viewer, web-page
/**
 * The requests of a first visit: how many scripts, which before the first tile, and none for data sent with the page.
 */
import { join } from "node:path";
import type { Page } from "@playwright/test";
import {
  FIRST_TILE_SCRIPTS_MAX_BYTES,
  FIRST_TILE_SCRIPTS_MAX_COUNT,
  sumOfWeights,
  weighFirstTileScripts,
} from "../scripts/first-tile-scripts.ts";
import { callsOf } from "./testing/api.ts";
import { expect, type Person, shareSite, signIn, sitePath, test } from "./testing/journey.ts";
import { type PlacedSlide, placeSlide } from "./testing/slides.ts";

/** Goal of issue 10. */
const SCRIPTS_MAX_COUNT = 20;
/** Pages load deferred parts 1.2 s after the start (web/ui/settled.ts). */
const OUTBOX_ASKED = /\/assets\/shell-/;

interface Visit {
  /** Paths, in request order. */
  readonly scripts: readonly string[];
  /** Scripts requested before the first tile. */
  readonly beforeTile: readonly string[];
  /** Paths and queries of the page's calls, unchanged. */
  readonly calls: readonly string[];
}

let slide: PlacedSlide;
let casePath: string;
shareSite();
test.beforeAll(async () => {
  slide = await placeSlide({ courseTitle: "Kidney" });
  const { id } = await (await callsOf("teacher")).call<{ id: number }>("POST", "/v2/case", {
    title: "Kidney, twice",
    parentId: slide.courseId,
    imageIds: [slide.imageId],
  });
  casePath = sitePath(`/course${slide.courseId}/c${id}/`);
});

async function visit(page: Page, path: string, mark: string): Promise<Visit> {
  const scripts: string[] = [];
  const calls: string[] = [];
  let beforeTile: readonly string[] | null = null;
  page.on("request", (request) => {
    const { pathname, search } = new URL(request.url());
    if (/\.js$/.test(pathname)) scripts.push(pathname);
    if (pathname.startsWith("/api/") && request.method() === "GET") calls.push(pathname + search);
    if (/^\/tiles\/\d+\/\d+\/\d+\//.test(pathname)) beforeTile ??= [...scripts];
  });
  const later = page.waitForRequest((request) => OUTBOX_ASKED.test(request.url()));
  await page.goto(path);
  await expect(page.locator(mark).first()).toBeVisible();
  await later;
  return { scripts: [...new Set(scripts)], beforeTile: [...new Set(beforeTile ?? [])], calls };
}

interface Screen {
  readonly name: string;
  readonly person: Person | null;
  readonly path: () => string;
  /** The content that the visitor requested. */
  readonly mark: string;
  /** Calls whose response came with the page, by a part of their URL. */
  readonly carried: readonly (string | (() => string))[];
}

const course = () => `/api/v2/course/${slide.courseId}`;
const image = () => `/api/v2/image/${slide.imageId}`;
const SCREENS: readonly Screen[] = [
  { name: "sign-in", person: null, path: () => "/sign-in", mark: "input[type=password]", carried: [] },
  {
    name: "home",
    person: "learner",
    path: () => sitePath("/"),
    mark: "main a[href*='/course']",
    carried: ["/api/v2/course/", "/api/v2/item/overview"],
  },
  {
    name: "course",
    person: "learner",
    path: () => sitePath(`/course${slide.courseId}/`),
    mark: "main a[href*='/i']",
    carried: [course],
  },
  {
    name: "slide",
    person: "learner",
    path: () => slide.path,
    mark: "[role=application][data-sharp]",
    carried: [image],
  },
  {
    name: "case",
    person: "learner",
    path: () => casePath,
    mark: "[role=application][data-sharp]",
    carried: ["/api/v2/case/", image],
  },
  {
    name: "content manager",
    person: "teacher",
    path: () => sitePath(`/manage?item=${slide.courseId}`),
    mark: "[role=treeitem][aria-selected=true]",
    carried: ["/api/v2/structure/tree"],
  },
  {
    name: "search",
    person: "learner",
    path: () => sitePath("/search?q=kidney"),
    mark: "main a[href*='/course']",
    carried: ["/api/v2/search"],
  },
];

for (const { name, person, path, mark, carried } of SCREENS) {
  test(`the first visit of ${name}: few scripts, and no call for data sent with the page`, async ({ page }) => {
    if (person) await signIn(page, person);
    const { scripts, calls, beforeTile } = await visit(page, path(), mark);
    expect(scripts.length, scripts.join("\n")).toBeLessThanOrEqual(SCRIPTS_MAX_COUNT);
    // The start, its libraries and the screen: fewer would mean that the test counts the wrong page.
    expect(scripts.length).toBeGreaterThan(5);
    const askedAgain = carried
      .map((address) => (typeof address === "string" ? address : address()))
      .concat("/api/session")
      .filter((address) => calls.some((asked) => asked.startsWith(address) && !asked.includes("since=")));
    expect(askedAgain).toEqual([]);
    // The setting of all journeys: with any duration, each element's `transition: all` would be animated at each change.
    expect(await page.evaluate(() => getComputedStyle(document.body).transitionDuration)).toBe("0s");
    if (name !== "slide") return;
    expect(beforeTile.length, beforeTile.join("\n")).toBeLessThanOrEqual(FIRST_TILE_SCRIPTS_MAX_COUNT);
  });
}

test("at most eight scripts are loaded before a slide's first tile, and less than 300 kB", () => {
  const weights = weighFirstTileScripts(join(import.meta.dirname, "../apps/web/dist"));
  const all = weights.map(({ path, bytes }) => `${(bytes / 1000).toFixed(1)} kB ${path}`).join("\n");
  expect(weights.length, all).toBeLessThanOrEqual(FIRST_TILE_SCRIPTS_MAX_COUNT);
  // The router, the viewer and its renderer: a smaller sum would mean that some are missing.
  expect(sumOfWeights(weights)).toBeGreaterThan(FIRST_TILE_SCRIPTS_MAX_BYTES / 2);
  expect(sumOfWeights(weights), all).toBeLessThan(FIRST_TILE_SCRIPTS_MAX_BYTES);
});

test("German texts are fetched with the first scripts, not after them", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: "de-DE", ...(baseURL ? { baseURL } : {}) });
  const page = await context.newPage();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/sign-in");
  await expect(page.getByRole("button", { name: "Anmelden" })).toBeVisible();
  const german = asked.findIndex((path) => /\/german-.*\.js$/.test(path));
  // The first text on the page requests its font; the scripts have run before.
  const font = asked.findIndex((path) => path.endsWith(".woff2"));
  expect(german).toBeGreaterThan(0);
  expect(german).toBeLessThan(font);
  await context.close();
});
