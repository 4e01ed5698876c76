// Slices: annotation, case, colour, cursor, grid, slide, viewer
/** Tools for each slide of a case: annotations, grid, colours; and those of the whole page. */
import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { savedToast } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { FIRST_CUT, MARKERS_UM, markersIn, placeOn, placeSerialCase, SECOND_CUT } from "./testing/serial-slides.ts";
import { settledBox } from "./testing/settled.ts";
import { keepPicture } from "./testing/slide-page.ts";

const CONTAINERS = ["case-slide-map-0", "case-slide-map-1"] as const;

async function openCase(page: Page, path: string, count = 2): Promise<void> {
  await page.goto(path);
  for (let at = 0; at < count; at += 1)
    await expect(page.locator(`#case-slide-map-${at}`)).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
}

const panelOf = (page: Page, name: string) => page.getByRole("complementary", { name, exact: true });
/** The entry in the list, not the menu beside it. */
const entryOf = (panel: Locator, title: string) =>
  panel.getByRole("button", { name: new RegExp(`^(?!More).*${title}`) });

/** A square around a point, WKT. */
const squareAround = ([x, y]: readonly [number, number]): string => {
  const [left, top, right, bottom] = [x - 60, y - 60, x + 60, y + 60].map(Math.round);
  return `POLYGON ((${left} ${top}, ${right} ${top}, ${right} ${bottom}, ${left} ${bottom}, ${left} ${top}))`;
};

/** One annotation on each slide, the first with a link to the second. */
async function placeLinked(courseTitle: string) {
  const serial = await placeSerialCase(courseTitle, { bound: ["red", "green"] });
  const { firstId, secondId, courseId } = serial;
  const expert = await callsOf("expert");
  const place = (imageId: number, title: string, geometry: string, link = "") =>
    expert.call<Annotation>("POST", "/v2/annotation", { imageId, typeId: 211, title, geometry, link });
  const second = await place(secondId, "Its neighbour", squareAround(placeOn(SECOND_CUT, MARKERS_UM.green)));
  const link = sitePath(`/course${courseId}/i${secondId}/?annotation=${second.id}`);
  await place(firstId, "A glomerulus", squareAround(placeOn(FIRST_CUT, MARKERS_UM.red)), link);
  return serial;
}

test("annotations are listed and read per slide, and a link to another slide of the case opens in place", async ({
  page,
}) => {
  const { path, api, caseId, firstId, secondId } = await placeLinked("Linked in a case");
  await signIn(page, "learner");
  await openCase(page, path);
  await page.keyboard.press("s");
  const first = panelOf(page, "Annotations: first-cut");
  await entryOf(first, "A glomerulus").click();
  const popup = page.getByRole("dialog", { name: "A glomerulus" });
  await expect(popup).toBeFocused();
  await keepPicture(page, "case-annotations");
  await popup.getByRole("link", { name: "Open link" }).click();
  await expect(page.getByRole("dialog", { name: "Its neighbour" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe(path);
  await expect(page.getByRole("region", { name: "Slide 1: second-cut" })).toBeVisible();
  await expect(panelOf(page, "Annotations: second-cut")).toBeVisible();

  await api.call("PUT", `/v2/case/${caseId}`, { items: [{ id: firstId, annotationsActive: false }, { id: secondId }] });
  await openCase(page, path);
  await page.keyboard.press("s");
  await expect(first.getByText("Annotations are turned off here.")).toBeVisible();
  await expect(entryOf(first, "A glomerulus")).toHaveCount(0);
  await page.locator("#case-slide-map-1").focus();
  await expect(entryOf(panelOf(page, "Annotations: second-cut"), "Its neighbour")).toBeVisible();
});

test("drawing on the focused slide, with the annotator's keys, is reported as saved once", async ({ page }) => {
  const { path, firstId, secondId } = await placeSerialCase("Drawn in a case");
  await signIn(page, "learner");
  await openCase(page, path);
  await page.keyboard.press("s");
  const panel = panelOf(page, "Annotations: first-cut");
  await page.keyboard.press("Shift+I");
  await expect(panelOf(page, "Slide information: first-cut")).toContainText("Pixel size");
  await page.getByRole("button", { name: "Slide 2, second-cut: more" }).click();
  await page.getByRole("menuitem", { name: "Slide information" }).click();
  await expect(page.getByRole("region", { name: "Slide information: second-cut" })).toBeFocused();
  await keepPicture(page, "case-about-a-slide");
  const ownPage = page.getByRole("link", { name: "Open the page of second-cut" });
  await expect(ownPage).toHaveAttribute("href", `${path}i${secondId}/`);
  await page.locator("#case-slide-map-0").focus();
  await page.keyboard.press("s");
  await panel.getByRole("button", { name: /^Annotate/ }).click();
  // L draws a line here, and does not enlarge a container.
  await page.keyboard.press("l");
  const box = await settledBox(page.locator("#case-slide-map-0"));
  const [x, y] = [box.x + 180, box.y + 200];
  await page.mouse.click(x, y);
  await page.mouse.move(x + 90, y + 60, { steps: 4 });
  await page.mouse.click(x + 90, y + 60);
  await page.keyboard.press("Enter");
  await panel.getByRole("textbox", { name: "Title" }).fill("Drawn here");
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(savedToast(page)).toHaveCount(1);
  await expect(entryOf(panel, "Drawn here")).toBeVisible();
  const learner = await callsOf("learner");
  const stored = await learner.call<Annotation[]>("GET", `/v2/annotation/item/${firstId}?query=mine`);
  expect(stored.map(({ title, geometry }) => [title, geometry.startsWith("LINESTRING")])).toEqual([
    ["Drawn here", true],
  ]);
});

test("of more annotations than can be loaded, those in view are listed", async ({ page }) => {
  const { path, firstId } = await placeLinked("Many in a case");
  await signIn(page, "learner");
  await page.route(`**/v2/annotation/slide/${firstId}/`, async (route) => {
    if (route.request().postDataJSON()?.bounds) return route.fallback();
    const answer = await (await route.fetch()).json();
    return route.fulfill({ json: { ...answer, isComplete: false, annotations: [], total: 3100 } });
  });
  await openCase(page, path);
  await page.keyboard.press("s");
  const panel = panelOf(page, "Annotations: first-cut");
  await expect(panel.getByText("1 of 3,100 in view")).toBeVisible();
  await expect(entryOf(panel, "A glomerulus")).toBeVisible();
});

/** Mean of red, green and blue slightly beside the middle of a container. */
async function shadeIn(page: Page, id: string): Promise<number> {
  const box = await settledBox(page.locator(`#${id}`));
  const [x, y] = [box.x + box.width / 2 + 37, box.y + box.height / 2 + 11];
  const clip = { x: Math.round(x), y: Math.round(y), width: 2, height: 2 };
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  return ((channels[0]?.mean ?? 0) + (channels[1]?.mean ?? 0) + (channels[2]?.mean ?? 0)) / 3;
}

test("two containers with the same slide have a grid and colours each, kept per case and container", async ({
  page,
}) => {
  const { path, caseId, firstId } = await placeSerialCase("The same twice");
  await signIn(page, "learner");
  await openCase(page, `${path}?slides=${firstId}.${firstId}`);
  const flip = (name: string) =>
    page.getByRole("switch", { name }).locator("xpath=ancestor::*[contains(@class,'mantine-Switch-body')]").click();
  await page.keyboard.press("g");
  await expect(page.getByRole("switch", { name: "Show grid" })).not.toBeChecked();
  await flip("Show grid");
  await keepPicture(page, "case-grid");
  await page.locator("#case-slide-map-1").focus();
  await expect(page.getByRole("switch", { name: "Show grid" })).not.toBeChecked();
  const grids = async () => (await page.context().cookies()).filter(({ name }) => name.startsWith("parfocal-grid-"));
  const [kept, ...others] = await grids();
  expect([kept?.name, others]).toEqual([`parfocal-grid-case-${caseId}-0`, []]);
  expect(Math.abs((kept?.expires ?? 0) - Date.now() / 1000 - 2_592_000)).toBeLessThan(120);

  await page.keyboard.press("k");
  const colour = panelOf(page, "Colour");
  await colour.getByRole("textbox", { name: "Brightness (%)" }).fill("50");
  await expect.poll(() => shadeIn(page, CONTAINERS[1])).toBeLessThan(140);
  expect(await shadeIn(page, CONTAINERS[0])).toBeGreaterThan(200);
  await keepPicture(page, "case-colour");
  await page.locator("#case-slide-map-0").focus();
  await expect(colour.getByRole("textbox", { name: "Brightness (%)" })).toHaveValue("100 %");

  await page.reload();
  await expect.poll(() => shadeIn(page, CONTAINERS[1])).toBeLessThan(140);
  await page.keyboard.press("g");
  await expect(page.getByRole("switch", { name: "Show grid" })).toBeChecked();
});

test("slides are pointed at and compared by the pointer; a neighbour is opened by key; the page enters full screen", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "no-preference" });
  const { path, courseId, api } = await placeSerialCase("Around a case", { bound: ["red", "green"] });
  const next = await api.call<{ id: number }>("POST", "/v2/case", { title: "The next case", parentId: courseId });
  await signIn(page, "learner");
  await openCase(page, path);
  await test.step("the pointer of one slide is shown on the others", () => pointAtGreen(page));

  await page.keyboard.press("f");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
  await page.keyboard.press("f");
  await expect.poll(() => page.evaluate(() => document.fullscreenElement === null)).toBe(true);

  await test.step("the curtain is moved by the pointer, and slides alternate automatically until stopped", () =>
    compareByPointer(page));

  await expect(page.getByRole("link", { name: "Previous: first-cut" })).toBeVisible();
  await page.keyboard.press(".");
  await expect(page).toHaveURL(new RegExp(sitePath(`/course${courseId}/c${next.id}/`)));
  await page.getByRole("link", { name: "Previous: Case of Around a case" }).click();
  await expect(page).toHaveURL(new RegExp(path));
});

async function pointAtGreen(page: Page): Promise<void> {
  const [here, there] = await markersIn(page, CONTAINERS);
  const [from, to] = [here?.get("green"), there?.get("green")];
  if (!from || !to) throw new Error("The green marker is not in both containers.");
  const ghost = page.locator("#case-slide-map-1 .slide-viewer-other-cursor");
  await expect(ghost).toHaveJSProperty("hidden", true);
  await page.locator("#case-slide-map-0").hover({ position: { x: from[0], y: from[1] } });
  await expect(ghost).toHaveJSProperty("hidden", false);
  const place = await ghost.evaluate((element) => {
    const { m41, m42 } = new DOMMatrix(getComputedStyle(element).transform);
    return [m41, m42] as const;
  });
  expect(Math.hypot(place[0] - to[0], place[1] - to[1])).toBeLessThan(3);
}

async function compareByPointer(page: Page): Promise<void> {
  await page.keyboard.press("c");
  const curtain = page.getByRole("slider", { name: /^Curtain between/ });
  const box = await settledBox(curtain);
  const [x, y] = [box.x + box.width / 2, box.y + 300];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 300, y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(async () => Number(await curtain.getAttribute("aria-valuenow"))).toBeLessThan(40);
  await page.mouse.move(x, y);
  expect(Number(await curtain.getAttribute("aria-valuenow"))).toBeLessThan(40);

  await page.getByText("Blink", { exact: true }).click();
  const above = page.getByTestId("upper-slide");
  await expect(above).toHaveCSS("opacity", "0");
  await expect(above).toHaveCSS("opacity", "1");
  await page.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
}

/** Opened one after the other, by key; with the part of the page that each adds, if it does not change the slides. */
const PANELS = [
  ["annotations", "s", ""],
  ["colour", "k", "aside"],
  ["grid", "g", "aside"],
  ["binder", "p", "aside"],
  ["arrange", "e", ""],
  ["comparison", "c", ""],
] as const;

for (const [width, scheme, viewport] of [
  ["desktop", "dark", { width: 1440, height: 900 }],
  ["phone", "light", { width: 390, height: 844 }],
] as const) {
  test(`axe finds no serious problem on a case, with any of its panels: ${width}, ${scheme}`, async ({ page }) => {
    test.setTimeout(120_000);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
    const { path } = await placeLinked(`Accessible case ${width}`);
    await signIn(page, "teacher");
    await openCase(page, path, width === "phone" ? 1 : 2);
    await expectAccessible(page, { name: "no panel" });
    for (const [name, key, part] of PANELS) {
      await page.keyboard.press(key);
      if (name === "annotations") await expect(entryOf(page.getByRole("complementary"), "A glomerulus")).toBeVisible();
      // Its script may load late: the checked elements must exist.
      if (part) await expect(page.locator(part)).toBeVisible();
      await keepPicture(page, `case-${name}-${width}-${scheme}`);
      await expectAccessible(page, { name, part });
    }
  });
}

test.describe("on a small screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test("a link to another slide of the case leads to that slide's own page", async ({ page }) => {
    const { path, secondId } = await placeLinked("Linked on a phone");
    await signIn(page, "learner");
    await openCase(page, path, 1);
    await page.getByRole("button", { name: "Annotations", exact: true }).tap();
    await entryOf(panelOf(page, "Annotations: first-cut"), "A glomerulus").tap();
    await page.getByRole("dialog", { name: "A glomerulus" }).getByRole("link", { name: "Open link" }).tap();
    await expect(page).toHaveURL(new RegExp(`/i${secondId}/`));
    await expect(page.locator("#case-slide-map-0")).toHaveCount(0);
    await expect(page.getByRole("dialog", { name: "Its neighbour" })).toBeVisible({ timeout: 20_000 });
  });
});
