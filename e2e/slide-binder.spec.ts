// Slices: case, editor, slide, structure, tree, viewer
import type { Case } from "@parfocal/core/case/case.contract.ts";
import type { Page } from "@playwright/test";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { addOnPage } from "./testing/manage-tree.ts";
import { moveUpByKeys } from "./testing/order-by-keys.ts";
import { MARKERS_UM, type MarkerName, markersIn, placeSerialCase } from "./testing/serial-slides.ts";
import { settledBox } from "./testing/settled.ts";
import { keepPicture } from "./testing/slide-page.ts";

const CONTAINERS = ["case-slide-map-0", "case-slide-map-1"] as const;

async function openCase(page: Page, path: string): Promise<void> {
  await page.goto(path);
  for (const id of CONTAINERS)
    await expect(page.locator(`#${id}`)).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
}

/** Position of a marker on the page, by container. */
async function clickMarker(page: Page, marker: MarkerName): Promise<void> {
  for (const [at, id] of CONTAINERS.entries()) {
    const findPlace = async () => (await markersIn(page, CONTAINERS))[at]?.get(marker);
    // Opening a panel changes the size of the slides, which are drawn again.
    await expect.poll(findPlace, { message: `${marker} is in ${id}` }).toBeDefined();
    const place = (await findPlace()) as [number, number];
    await page.locator(`#${id}`).click({ position: { x: place[0], y: place[1] } });
  }
}

test("a teacher binds two slides point by point, sees the accuracy, saves, and unbinds them", async ({ page }) => {
  test.setTimeout(90_000);
  const { path, api, caseId, firstId, secondId } = await placeSerialCase("Bound by hand");
  const stored = () => api.call<Case>("GET", `/v2/case/${caseId}`);
  await signIn(page, "teacher");
  await openCase(page, path);
  await page.getByRole("button", { name: "Bind slides" }).click();
  const panel = page.getByRole("complementary", { name: "Slide binder" });
  await expect(panel.getByText("Not bound")).toBeVisible();

  await clickMarker(page, "red");
  await expect(page.getByRole("button", { name: "Point 1 on first-cut" })).toBeVisible();
  await expect(panel.getByText(/^Shift/)).toBeVisible();
  await clickMarker(page, "green");
  await expect(panel.getByText(/^Similarity/)).toBeVisible();
  await clickMarker(page, "blue");
  await expect(panel.getByText(/^Affine transform · residual 0\.0.µm/)).toBeVisible();
  await keepPicture(page, "binder");

  // Corrected by keyboard, and a pin placed by Space in the middle is removed again.
  const pin = page.getByRole("button", { name: "Point 3 on second-cut" });
  await pin.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("ArrowLeft");
  await page.locator("#case-slide-map-0").focus();
  await page.keyboard.press("Space");
  const fourth = page.getByRole("button", { name: "Point 4 on first-cut" });
  await test.step("a dragged pin follows the pointer", async () => {
    const before = await settledBox(fourth);
    const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x + 40, y - 30, { steps: 4 });
    await page.mouse.up();
    const after = await settledBox(fourth);
    expect(after.x - before.x).toBeCloseTo(40, 0);
    expect(after.y - before.y).toBeCloseTo(-30, 0);
  });
  await fourth.focus();
  await page.keyboard.press("Delete");
  await expect(fourth).toHaveCount(0);

  await panel.getByRole("switch", { name: "Preview" }).click({ force: true });
  await expect
    .poll(async () => {
      const [here, there] = await markersIn(page, CONTAINERS);
      const [one, other] = [here?.get("red"), there?.get("red")];
      return one && other ? Math.hypot(one[0] - other[0], one[1] - other[1]) : Number.POSITIVE_INFINITY;
    })
    .toBeLessThan(12);

  await panel.getByRole("button", { name: "Save binding" }).click();
  await expect(page.getByText("Binding saved")).toBeVisible();
  const bound = await stored();
  expect(bound.items.map(({ boundPoints }) => boundPoints.length)).toEqual([3, 3]);
  expect(bound.isBound).toBe(true);
  const [x = 0, y = 0] = bound.items[0]?.boundPoints[0] ?? [];
  expect(Math.hypot(x - MARKERS_UM.red[0], y - MARKERS_UM.red[1])).toBeLessThan(4);

  await page.locator("#case-slide-map-0").focus();
  await page.keyboard.press("+");
  await panel.getByRole("button", { name: "Save opening view" }).click();
  await expect(page.getByText("Position saved!")).toBeVisible();
  await expect.poll(async () => (await stored()).items.find(({ id }) => id === firstId)?.zoom).not.toBeNull();
  expect((await stored()).items.map(({ id }) => id)).toEqual([firstId, secondId]);

  await panel.getByRole("button", { name: "Unbind all" }).click();
  await page.getByRole("dialog", { name: "Unbind all slides?" }).getByRole("button", { name: "Unbind all" }).click();
  await expect.poll(async () => (await stored()).isBound).toBe(false);
  await expect(page.getByRole("button", { name: /^Point \d on / })).toHaveCount(0);
});

test("a teacher adds a case from a course, arranges it, and is asked before changes are lost", async ({ page }) => {
  test.setTimeout(90_000);
  const { courseId, api, firstId } = await placeSerialCase("Arranged");
  await signIn(page, "teacher");
  await page.goto(sitePath(`/course${courseId}/`));
  await addOnPage(page, "Case");
  const dialog = page.getByRole("dialog", { name: "Add case" });
  await dialog.getByRole("textbox", { name: "Title" }).fill("By hand");
  await dialog.getByRole("checkbox", { name: "first-cut" }).check();
  await page.route("**/v2/case", (route) =>
    route.request().method() === "POST"
      ? route.fulfill({ status: 500, json: { message: "no", data: [] } })
      : route.fallback(),
  );
  await dialog.getByRole("button", { name: "Add case" }).click();
  await expect(dialog.getByRole("alert").first()).toHaveText("Error while adding Case. Please try again later.");
  await page.unroute("**/v2/case");
  await dialog.getByRole("button", { name: "Add case" }).click();
  await expect(page).toHaveURL(/\/c\d+\//);
  const caseId = Number(/\/c(\d+)\//.exec(page.url())?.[1]);
  const stored = () => api.call<Case>("GET", `/v2/case/${caseId}`);

  await page.getByRole("button", { name: "Arrange", exact: true }).click();
  const panel = page.getByRole("complementary", { name: "Arrange" });
  await panel.getByRole("button", { name: "Add slides" }).click();
  const picker = page.getByRole("dialog", { name: "Add slides" });
  await picker.getByRole("searchbox", { name: "Search slides" }).fill("second");
  await picker.getByRole("option", { name: "second-cut" }).first().click();
  await picker.getByRole("button", { name: "Add", exact: true }).click();
  await panel.getByRole("radio", { name: "Columns: 2, rows: 1" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(panel.getByRole("radio", { name: "Columns: 2, rows: 2" })).toBeChecked();
  await moveUpByKeys(page, panel.getByRole("button", { name: "Move second-cut", exact: true }), {
    picked: "Picked up second-cut, position 2 of 2.",
    over: "second-cut: position 1 of 2.",
  });
  await expect(page.getByText("Dropped second-cut at position 1 of 2.")).toBeAttached();
  await expect(panel.getByRole("listitem").first()).toContainText("second-cut");
  await panel.getByRole("button", { name: "first-cut: use current view" }).click();
  await panel.getByRole("switch", { name: "Show the annotations of first-cut" }).click({ force: true });
  await panel.getByRole("textbox", { name: "Subtitle" }).fill("A biopsy");
  await panel.getByRole("textbox", { name: "Description" }).fill("A woman of 34 with proteinuria.");
  await panel.getByRole("textbox", { name: "Diagnosis" }).fill("Lupus nephritis");
  await expect(panel.getByRole("switch", { name: "Hide diagnosis until requested" })).toBeChecked();
  await panel.getByRole("textbox", { name: "Title", exact: true }).fill(" ");
  await expect(panel.getByText("Enter a title.")).toBeVisible();
  await expect(panel.getByRole("button", { name: "Save", exact: true })).toBeDisabled();
  await panel.getByRole("textbox", { name: "Title", exact: true }).fill("By hand, renamed");
  await keepPicture(page, "arrange");

  // Asked before it is lost.
  await page.getByRole("button", { name: "About this case" }).click();
  await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Keep editing" }).click();
  await panel.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText("Case updated!")).toBeVisible();
  const saved = await stored();
  expect(saved.layout).toEqual({ columns: 2, rows: 2 });
  expect(saved).toMatchObject({
    title: "By hand, renamed",
    subtitle: "A biopsy",
    description: "<p>A woman of 34 with proteinuria.</p>",
    diagnosis: "<p>Lupus nephritis</p>",
    collapseDiagnosis: true,
  });
  expect(saved.items[1]?.id).toBe(firstId);
  expect(saved.items[1]).toMatchObject({ annotationsActive: false, center: [expect.any(Number), expect.any(Number)] });
  expect(saved.items[0]?.title).toBe("second-cut");
  await expect(page.locator("#case-slide-map-3")).toBeVisible();
});
