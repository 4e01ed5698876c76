// Slices: case, slide, viewer
import type { Page } from "@playwright/test";
import { expect, signIn, test } from "./testing/journey.ts";
import { markersIn, placeSerialCase, type SerialCase } from "./testing/serial-slides.ts";
import { settledBox } from "./testing/settled.ts";
import { keepPicture } from "./testing/slide-page.ts";
import { withoutFirstAnswers } from "./testing/without-first-answers.ts";

const CONTAINERS = ["case-slide-map-0", "case-slide-map-1"] as const;

async function openCase(page: Page, path: string, count = 2): Promise<void> {
  await page.goto(path);
  for (let at = 0; at < count; at += 1)
    await expect(page.locator(`#case-slide-map-${at}`)).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
}

/** Checks the effect of a step: during it, and afterwards. */
const FRAMES = 2;

const middleOf = async (page: Page, id: string): Promise<{ x: number; y: number }> => {
  const box = await settledBox(page.locator(`#${id}`));
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
};

/**
 * The largest distance between the same tissue in both containers of one frame, px; and how many markers were in both.
 */
async function apart(page: Page): Promise<{ px: number; seen: number }> {
  const [here, there] = await markersIn(page, CONTAINERS);
  const distances = [...(here ?? [])].flatMap(([marker, [x, y]]) => {
    const other = there?.get(marker);
    return other ? [Math.hypot(x - other[0], y - other[1])] : [];
  });
  return { px: Math.max(0, ...distances), seen: distances.length };
}

test("two serial slides of different µm/px stay aligned within 2 px while panning, zooming and rotating", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const serial = await placeSerialCase("Serial cuts", { bound: ["red", "green"] });
  await signIn(page, "learner");
  await openCase(page, serial.path);
  const seen: { what: string; px: number; seen: number }[] = [];
  const look = async (what: string): Promise<void> => void seen.push({ what, ...(await apart(page)) });
  await look("opened");
  await keepPicture(page, "case-aligned");

  // Each check is a screenshot. For the second slide in the reverse direction: fewer steps, as the first has shown them
  // all.
  for (const { container, sign, steps, wheels, keys } of [
    {
      container: CONTAINERS[0],
      sign: 1,
      steps: 4,
      wheels: [-240, 360],
      keys: ["r", "r", "Shift+R", "+", "-", "ArrowLeft"],
    },
    { container: CONTAINERS[1], sign: -1, steps: 2, wheels: [-240], keys: ["r", "-"] },
  ] as const) {
    const { x, y } = await middleOf(page, container);
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (let step = 1; step <= steps; step += 1) {
      await page.mouse.move(x + sign * step * 17, y + step * 9);
      await look(`panning ${container}, step ${step}`);
    }
    await page.mouse.up();
    for (const wheel of wheels) {
      await page.mouse.wheel(0, wheel);
      for (let frame = 0; frame < FRAMES; frame += 1) await look(`zooming ${container} by ${wheel}, frame ${frame}`);
    }
    await page.locator(`#${container}`).focus();
    for (const key of keys) {
      await page.keyboard.press(key);
      for (let frame = 0; frame < FRAMES; frame += 1) await look(`${key} in ${container}, frame ${frame}`);
    }
    // Rotated freely to an angle between the steps.
    await page.mouse.move(x + 120, y);
    await page.keyboard.down("Alt");
    await page.keyboard.down("Shift");
    await page.mouse.down();
    for (let step = 1; step <= steps; step += 1) {
      await page.mouse.move(x + 120 - step * 4, y + step * 14);
      await look(`turning ${container}, step ${step}`);
    }
    await page.mouse.up();
    await page.keyboard.up("Shift");
    await page.keyboard.up("Alt");
    for (let frame = 0; frame < FRAMES; frame += 1) await look(`after turning ${container}, frame ${frame}`);
  }
  const worst = seen.reduce((one, other) => (other.px > one.px ? other : one));
  test.info().annotations.push({ type: "worst", description: JSON.stringify(worst) });
  console.log(`serial slides: worst ${worst.px.toFixed(2)} px (${worst.what}) of ${seen.length} looks`);
  expect(seen.filter(({ px }) => px > 2)).toEqual([]);
  expect(seen.filter(({ seen: markers }) => markers >= 2).length).toBeGreaterThan(seen.length * 0.8);
});

/** The views in the URL, one for each container. */
const viewsIn = (page: Page): number[][] =>
  (new URL(page.url()).searchParams.get("views") ?? "").split(";").map((view) => view.split(",").map(Number));

async function moveTogetherAndAlone(page: Page, { firstId, secondId }: SerialCase): Promise<void> {
  const views = () => viewsIn(page);
  await page.locator("#case-slide-map-0").focus();
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => views()[0]?.length).toBe(3);
  const before = views() as number[][];
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => (views()[0]?.[0] ?? 0) > (before[0]?.[0] as number)).toBe(true);
  await expect
    .poll(() => {
      const [first = [], second = []] = views();
      const umFirst = (first[0] as number) - (before[0]?.[0] as number);
      const umSecond = ((second[0] as number) - (before[1]?.[0] as number)) * 0.6;
      return Math.abs(umFirst - umSecond);
    })
    .toBeLessThan(1);

  await page.getByRole("button", { name: "Synchronize slides" }).click();
  await expect(page).toHaveURL(/sync=off/);
  const still = (views()[1] ?? []).join();
  await page.locator("#case-slide-map-0").focus();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => views()[0]?.[1]).not.toBe(before[0]?.[1]);
  expect((views()[1] ?? []).join()).toBe(still);
  const kept = new URL(page.url());
  await openCase(page, kept.pathname + kept.search);
  await expect(page.getByRole("button", { name: "Synchronize slides" })).toHaveAttribute("aria-pressed", "false");

  // Per viewer.
  await page.getByRole("button", { name: "Synchronize slides" }).click();
  await page
    .getByRole("region", { name: "Slide 2: second-cut" })
    .getByRole("button", { name: "Move this slide independently" })
    .click();
  const alone = (views()[1] ?? []).join();
  await page.locator("#case-slide-map-0").focus();
  const from = views()[0]?.[0];
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => views()[0]?.[0]).not.toBe(from);
  expect((views()[1] ?? []).join()).toBe(alone);

  // Another slide in a container, by keyboard.
  await page.getByRole("button", { name: /^Slide 1: first-cut/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "first-cut" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`slides=(${secondId}|${firstId})\\.${secondId}`));
}

test("a learner reads a case and moves its unbound slides, together and independently", async ({ page }) => {
  const serial = await placeSerialCase("About a case", {
    subtitle: "A biopsy",
    description: "A woman of 34 with proteinuria.",
    diagnosis: "Lupus nephritis, class IV",
    collapseDiagnosis: true,
  });
  const { path, api, caseId, firstId, secondId } = serial;
  await signIn(page, "learner");
  await openCase(page, path);
  await test.step("a case shows its description, folds its diagnosis, has no scale bar and shows only active slides", () =>
    readCase(page));
  await test.step("views move together by µm if slides are not bound, independently on request, as stored in the URL", () =>
    moveTogetherAndAlone(page, serial));

  await api.call("PUT", `/v2/case/${caseId}`, { items: [{ id: firstId }, { id: secondId, isActive: false }] });
  await page.goto(path);
  await expect(page.locator("#case-slide-map-0")).toBeVisible();
  await expect(page.locator("#case-slide-map-1")).toHaveCount(0);
});

async function readCase(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { level: 1, name: "Case of About a case" })).toBeVisible();
  await expect(page.getByText("A woman of 34 with proteinuria.")).toBeVisible();
  await expect(page.getByText("Lupus nephritis, class IV")).toBeHidden();
  await page.getByRole("button", { name: "Show diagnosis" }).click();
  await expect(page.getByText("Lupus nephritis, class IV")).toBeVisible();
  await expect(page.locator(".slide-viewer-scale-bar:visible")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Arrange" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Bind slides" })).toHaveCount(0);

  // Enlarged by a double click on its header, and restored.
  const second = page.getByRole("region", { name: "Slide 2: second-cut" });
  const small = await settledBox(second);
  await second.locator("header").dblclick({ position: { x: 300, y: 20 } });
  await expect.poll(async () => (await second.boundingBox())?.width ?? 0).toBeGreaterThan(1.5 * small.width);
  await second.getByRole("button", { name: "Show all slides" }).click();
  await expect.poll(async () => (await second.boundingBox())?.width ?? 0).toBeLessThan(1.2 * small.width);
}

test("a slide that cannot be loaded is reported in its container, and retried", async ({ page }) => {
  const { path, secondId } = await placeSerialCase("Load fails");
  await signIn(page, "learner");
  await withoutFirstAnswers(page);
  await page.route(`**/v2/image/${secondId}?**`, (route) =>
    route.fulfill({ status: 500, json: { message: "no", data: [] } }),
  );
  await page.goto(path);
  const second = page.getByRole("region", { name: "Slide 2: second-cut" });
  await expect(second.getByRole("alert")).toContainText("Sorry! Could not load the image. Please try again.", {
    timeout: 20_000,
  });
  await expect(page.locator("#case-slide-map-0")).toHaveAttribute("data-sharp", "");
  await page.unroute(`**/v2/image/${secondId}?**`);
  await second.getByRole("button", { name: "Try again" }).click();
  await expect(page.locator("#case-slide-map-1")).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
});

test("two slides are compared with a curtain, alternating and blended, tissue on tissue", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { path } = await placeSerialCase("Compared", { bound: ["red", "green"] });
  await signIn(page, "learner");
  await openCase(page, path);
  await page.keyboard.press("c");
  const curtain = page.getByRole("slider", { name: /^Curtain between/ });
  await expect(curtain).toHaveAttribute("aria-valuenow", "50");
  await curtain.focus();
  await page.keyboard.press("Home");
  await expect(page.locator("#case-slide-map-1")).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
  const upper = (await markersIn(page, ["case-slide-map-0"]))[0];
  await page.keyboard.press("End");
  const lower = (await markersIn(page, ["case-slide-map-0"]))[0];
  for (const marker of ["red", "green", "blue"] as const) {
    const [one, other] = [upper?.get(marker), lower?.get(marker)];
    expect(one && other && Math.hypot(one[0] - other[0], one[1] - other[1])).toBeLessThan(2);
  }
  await page.keyboard.press("Home");
  await page.keyboard.press("Shift+ArrowRight");
  await expect(curtain).toHaveAttribute("aria-valuenow", "10");
  await keepPicture(page, "case-curtain");

  await page.getByText("Blink", { exact: true }).click();
  await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  const above = page.getByTestId("upper-slide");
  await expect(above).toHaveCSS("opacity", "1");
  await page.locator("#case-slide-map-0").focus();
  await page.keyboard.press("b");
  await expect(above).toHaveCSS("opacity", "0");
  await page.getByText("Blend", { exact: true }).click();
  await expect(above).toHaveCSS("opacity", "0.5");
});

test.describe("on a small screen", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 });
  test("one slide at a time, by tab, by arrow key and by swiping over the tabs", async ({ page }) => {
    const { path } = await placeSerialCase("Case on a phone", { bound: ["red", "green"] });
    await signIn(page, "learner");
    await openCase(page, path, 1);
    await expect(page.locator("#case-slide-map-1")).toHaveCount(0);
    await keepPicture(page, "case-phone");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    for (const tool of await page.getByRole("toolbar", { name: "Tools" }).getByRole("button").all())
      await expect(tool).toBeInViewport({ ratio: 1 });
    const tabs = page.getByRole("tablist", { name: "Slides" });
    const selected = tabs.getByRole("tab", { selected: true });
    await expect(selected).toHaveText("first-cut");
    const first = (await markersIn(page, ["case-slide-map-0"]))[0];
    await tabs.getByRole("tab", { name: "second-cut" }).tap();
    await expect(selected).toHaveText("second-cut");
    // The next slide opens at the same tissue.
    await expect(page.locator("#case-slide-map-0")).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
    const second = (await markersIn(page, ["case-slide-map-0"]))[0];
    const [before, after] = [first?.get("red"), second?.get("red")];
    expect(before && after && Math.hypot(before[0] - after[0], before[1] - after[1])).toBeLessThan(2);
    await selected.focus();
    await page.keyboard.press("ArrowLeft");
    await expect(selected).toHaveText("first-cut");
    const box = await settledBox(tabs);
    const session = await page.context().newCDPSession(page);
    const at = (x: number) => [{ x, y: box.y + 20, id: 0 }];
    await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: at(300) });
    for (const x of [250, 200, 150])
      await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: at(x) });
    await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(selected).toHaveText("second-cut");
  });
});
