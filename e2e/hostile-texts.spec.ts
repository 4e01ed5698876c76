// Slices: about, annotation, announcement, attachment, box, case, course, custom-field, document, editor, embed, enrollment, folder, manage, media, note, page, picker, progress, quiz, quiz-attempt, quiz-results, radiology, related, rich-text, search, share, slide, structure, tag, textbook, tree, user-group, work-group
/** Texts that contain scripts, styles or requests, in every field, on every screen (SEC-07, SEC-08). */
import { EDITOR_MADE } from "@parfocal/core/rich-text/testing/editor-made.ts";
import { TEXT_FIELDS } from "@parfocal/core/rich-text/testing/text-fields.ts";
import type { Page } from "@playwright/test";
import { goWithinPage } from "./testing/go-within-page.ts";
import { EMBED_HOST, GROUPS, sentFields, textsFor } from "./testing/hostile-content.ts";
import { buildHostilePlace, type HostilePlace } from "./testing/hostile-place.ts";
import { type Canary, findLive, openCanary, type Watch, watchOver } from "./testing/hostile-watch.ts";
import { expect, serverOfTheRun, shareSite, signIn, sitePath, test } from "./testing/journey.ts";
import { offeredPanels, openPanel } from "./testing/panels.ts";
import { waitForSettledPage } from "./testing/settled.ts";
import { openSlide } from "./testing/slide-page.ts";

// Serial, since the site is built once. A learner sees 40 screens of it.
test.describe.configure({ mode: "serial", timeout: 180_000 });

let canary: Canary;
let place: HostilePlace;
shareSite();
test.beforeAll(async () => {
  test.setTimeout(120_000);
  canary = await openCanary();
  place = await buildHostilePlace(textsFor(canary.host));
});
test.afterAll(() => canary.close());

/** Nothing has run, nothing was requested, and no executable content exists. */
async function expectHarmless(page: Page, watch: Watch, expected: readonly string[] = []): Promise<void> {
  expect(await findLive(page), page.url()).toEqual([]);
  const seen = watch.seen.filter((what) => !expected.includes(what.trim()));
  expect(seen, page.url()).toEqual([]);
  expect(canary.asked, page.url()).toEqual([]);
}

/** Sections of the administration have no heading. */
const SHOWN = "main h1, main [role=tree], main [role=tabpanel], main section[aria-label]";

interface Visit {
  /** How the screen is opened: by its URL, or from the present screen. */
  readonly by?: "load" | "link";
  /** Selector of the element that the screen replaces, if it is opened by a link. */
  readonly former?: string;
  /** Reports of the browser that are not errors of the page. */
  readonly expected?: readonly string[];
}

async function visit(page: Page, path: string, watch: Watch, { by = "link", former, expected }: Visit = {}) {
  if (by === "load") await page.goto(path);
  else await goWithinPage(page, path, former);
  await expect(page.locator(SHOWN).first()).toBeVisible({ timeout: 20_000 });
  await waitForSettledPage(page);
  // Late effects of a screen are detected at the next: the document stays, and the watch keeps all reports.
  await expectHarmless(page, watch, expected);
}

/** Chromium reports handlers and bases also if a text is only parsed, in an invisible document, as for sanitising. */
const parsedAlone = () => ["policy: script-src-attr inline", `policy: base-uri http://${canary.host}/`];

async function watchedPage(page: Page, person: "teacher" | "learner"): Promise<Watch> {
  await page.route(`https://${EMBED_HOST}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>x</h1>" }),
  );
  await signIn(page, person);
  return watchOver(page, [serverOfTheRun(), `https://${EMBED_HOST}/`]);
}

test("the watch detects known attacks", async ({ page }) => {
  const watch = await watchedPage(page, "learner");
  await page.goto(sitePath("/"));
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  expect(await findLive(page)).toEqual([]);
  await page.evaluate((host) => {
    const holder = document.createElement("div");
    holder.innerHTML = `<img src="//${host}/x.png" onerror="alert(1)"><a href="javascript:alert(1)">x</a><object></object>`;
    document.body.append(holder);
  }, canary.host);
  await expect.poll(() => watch.seen.join("\n")).toContain("policy: ");
  expect((await findLive(page)).length).toBeGreaterThanOrEqual(3);
});

test("every field that stores a text was sent one", () => {
  const kept = Object.entries(TEXT_FIELDS).flatMap(([key, fates]) =>
    Object.entries(fates)
      .filter(([, fate]) => fate === "rich" || fate === "plain")
      .map(([field]) => `${key} ${field}`),
  );
  expect(kept.filter((field) => !sentFields.has(field))).toEqual([]);
});

test("landing page, course, folders, items and search run nothing, for a learner", async ({ page }) => {
  const watch = await watchedPage(page, "learner");
  const { courseId, folderId, groups } = place;
  await visit(page, sitePath("/"), watch, { by: "load" });
  await visit(page, sitePath(`/course${courseId}/`), watch);
  await visit(page, sitePath(`/course${courseId}/f${folderId}/`), watch);
  await visit(page, sitePath("/search?q=alert"), watch);
  await visit(page, sitePath("/search?q=%3Cscript%3E"), watch, { by: "load" });
  // A page of rich text by its address, as the server answers it, with its data (server/web-page); the others by links.
  for (const [index, group] of groups.entries())
    for (const [segment, id] of Object.entries(group))
      await visit(page, sitePath(`/course${courseId}/f${folderId}/${segment}${id}/`), watch, {
        by: index === 0 && segment === "p" ? "load" : "link",
      });
  for (const { q } of groups.slice(0, 3))
    await visit(page, sitePath(`/course${courseId}/f${folderId}/q${q}/review`), watch);
});

test("a slide with each of its panels runs nothing", async ({ page }) => {
  const watch = await watchedPage(page, "teacher");
  await openSlide(page, place.slidePath);
  await expectHarmless(page, watch);
  for (const panel of await offeredPanels(page)) {
    await openPanel(page, panel);
    await waitForSettledPage(page);
    await expectHarmless(page, watch);
    await page.keyboard.press("Escape");
  }
});

test("the tree with each editor, media, documents and the bin run nothing", async ({ page }) => {
  const watch = await watchedPage(page, "teacher");
  const { courseId, folderId, imageId, groups } = place;
  const former = "main section[aria-label]";
  await visit(page, sitePath(`/manage?item=${courseId}`), watch, { by: "load" });
  await visit(page, sitePath(`/manage?item=${folderId}&in=${courseId}`), watch, { former });
  await visit(page, sitePath(`/manage?item=${imageId}&in=${courseId}`), watch, { former });
  for (const id of groups.slice(0, 3).flatMap((group) => Object.values(group))) {
    await visit(page, sitePath(`/manage?item=${id}&in=${folderId}`), watch, { former });
    await expect(page.getByRole("textbox").first()).toBeVisible();
    await expectHarmless(page, watch);
  }
  for (const section of ["media", "documents", "groups", "codes", "bin"])
    await visit(page, sitePath(`/manage/${section}`), watch, { former: "#sz-admin-app > div > *" });
  await visit(page, sitePath(`/manage/quiz-results?quiz=${groups[0]?.q}`), watch, {
    former: "#sz-admin-app > div > *",
  });
  await page.locator("tbody a").first().click();
  await expect(
    page
      .getByRole("spinbutton")
      .or(page.getByLabel(/^Points/))
      .first(),
  ).toBeVisible();
  await expectHarmless(page, watch);
});

test("unsanitised texts from a server are sanitised in the browser; allowed formatting is kept", async ({ page }) => {
  const watch = await watchedPage(page, "learner");
  const { courseId, folderId, groups } = place;
  const texts = textsFor(canary.host);
  let content = "";
  let answered = 0;
  await page.route("**/api/v2/staticpages/*", async (route) => {
    answered += 1;
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: { ...((await answer.json()) as object), content } });
  });
  const pathOf = (group: number) => sitePath(`/course${courseId}/f${folderId}/p${groups[group]?.p}/`);
  const expected = parsedAlone();
  for (let group = 0; group < GROUPS; group += 1) {
    content = texts.rich(group);
    await visit(page, pathOf(group), watch, { by: group === 0 ? "load" : "link", expected });
  }
  content = Object.values(EDITOR_MADE)
    .filter((text) => !text.includes("<img"))
    .join("");
  await visit(page, pathOf(0), watch, { by: "load", expected });
  expect(answered, "each page has fetched its own text").toBeGreaterThanOrEqual(GROUPS + 1);
  const shown = await page.locator("[data-rich-text]").last().innerHTML();
  for (const tag of [
    "<strong>",
    "<em>",
    "<u>",
    "<s>",
    "<sub>",
    "<sup>",
    "<h2>",
    "<blockquote>",
    "<table>",
    "font-size: 18px",
  ])
    expect(shown).toContain(tag);
});

test("an embedded page cannot affect the page around it", async ({ page }) => {
  const watch = await watchedPage(page, "learner");
  const hostile = `<script>
    for (const message of [{ hasRun: true }, "reload", { type: "navigate", url: "//evil.example" }]) parent.postMessage(message, "*");
    for (const action of [() => { parent.document.title = "taken"; }, () => { top.location = "https://evil.example/"; }, () => alert(1)])
      try { action(); } catch (error) { document.body.append(error.name); }
  </script>`;
  await page.unroute(`https://${EMBED_HOST}/**`);
  await page.route(`https://${EMBED_HOST}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<body>${hostile}` }),
  );
  const { courseId, folderId, groups } = place;
  const path = sitePath(`/course${courseId}/f${folderId}/embed${groups[0]?.embed}/`);
  await page.goto(path);
  const frame = page.locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-forms allow-popups allow-presentation");
  await expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
  await expect(page.frameLocator("iframe").locator("body")).toContainText("SecurityError");
  expect(new URL(page.url()).pathname).toBe(path);
  expect(await page.title()).not.toBe("taken");
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("hasRun")))).toEqual([]);
  expect(watch.seen.filter((what) => what.startsWith("dialog"))).toEqual([]);
  expect(canary.asked).toEqual([]);
});
