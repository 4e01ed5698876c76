// Slices: case, course, folder, structure, tree
/** The content tree of the administration: by mouse, by keyboard, by touch; two teachers; failures. */
import type { Page } from "@playwright/test";
import {
  buildWorld,
  casesOf,
  dragGhost,
  dragTo,
  expectShown,
  middleOf,
  openKidney,
  openTree,
  row,
  toast,
  tree,
  type World,
} from "./testing/content-tree.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import { keepPicture } from "./testing/slide-page.ts";

// Each builds a separate course, and waits for the actions of two people.
test.beforeEach(() => test.slow());

async function expectRejected(page: Page): Promise<void> {
  const paths = ["orderItems", "moveItem", "moveFolder"];
  for (const path of paths) await page.route(`**/structure/${path}**`, (route) => route.abort());
  await row(page, "Mouse One").click();
  await page.keyboard.press("Alt+ArrowDown");
  await expect(toast(page, "Failed to update order")).toBeVisible();
  await expectShown(page, ["Mouse One", "Mouse Two", "Mouse Three"]);
  await dragTo(page, row(page, "Mouse One"), row(page, "Mouse Liver"), 0.5);
  await page.mouse.up();
  await expect(toast(page, "Error while moving item. Please try again.")).toBeVisible();
  await expectShown(page, ["Mouse Kidney", "Mouse One", "Mouse Two", "Mouse Three"]);
  await dragTo(page, row(page, "Mouse Kidney"), row(page, "Mouse Liver"), 0.5);
  await page.mouse.up();
  await expect(toast(page, "Error while moving folder. Please try again.")).toBeVisible();
  await expectShown(page, ["Mouse Kidney", "Mouse One", "Mouse Liver"]);
  for (const path of paths) await page.unroute(`**/structure/${path}**`);
}

async function arrange(page: Page, world: World): Promise<void> {
  await dragTo(page, row(page, "Mouse Three"), row(page, "Mouse One"), 0.1);
  await page.mouse.up();
  await expect(toast(page, "Order updated")).toBeVisible();
  await expectShown(page, ["Mouse Three", "Mouse One", "Mouse Two"]);
  expect(await casesOf(world.kidneyId)).toEqual(["Three", "One", "Two"]);

  await dragTo(page, row(page, "Mouse One"), row(page, "Mouse Liver"), 0.5);
  await page.mouse.up();
  await expect(toast(page, "Item moved")).toBeVisible();
  await expect.poll(() => casesOf(world.liverId)).toEqual(["One"]);

  await row(page, "Mouse Three").click();
  await row(page, "Mouse Two").click({ modifiers: ["Control"] });
  await expect(page.getByText("2 items selected")).toBeVisible();
  await dragTo(page, row(page, "Mouse Two"), row(page, "Mouse Liver"), 0.5);
  await page.mouse.up();
  await expect.poll(() => casesOf(world.liverId)).toEqual(["One", "Three", "Two"]);

  await page.getByRole("button", { name: "Undo", exact: true }).first().click();
  await expect.poll(() => casesOf(world.kidneyId)).toEqual(["Three", "Two"]);
  await page.getByRole("button", { name: "Redo", exact: true }).click();
  await expect.poll(() => casesOf(world.liverId)).toEqual(["One", "Three", "Two"]);

  await dragTo(page, row(page, "Mouse Kidney"), row(page, "Mouse Liver"), 0.5);
  await page.mouse.up();
  await expect(toast(page, "Folder moved")).toBeVisible();
  await dragTo(page, row(page, "Mouse Liver"), row(page, "Mouse course"), 0.5);
  await page.keyboard.press("Escape");
  await page.mouse.up();

  await row(page, "Mouse Liver").click();
  await page.keyboard.press("ArrowRight");
  await dragTo(page, row(page, "Mouse Liver"), row(page, "Mouse Kidney"), 0.5);
  await expect(page.getByText("An item cannot contain itself")).toBeVisible();
  await page.mouse.up();
  await expectShown(page, ["Mouse course", "Mouse Liver", "Mouse Kidney"]);
}

test("by mouse: changes that the server rejects, changes that it accepts, and a new folder", async ({ page }) => {
  const world = await buildWorld("Mouse");
  await signIn(page, "teacher");
  await openTree(page, world);
  await openKidney(page, "Mouse");
  await test.step("changes that the server rejects are reverted and reported with the specified texts", () =>
    expectRejected(page));
  await test.step("by mouse: order, move, several at once, a rejected position; undo and redo", () =>
    arrange(page, world));
  await test.step("added by the menu: a folder appears where it was added, and is selected", async () => {
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("menuitem", { name: "Folder…" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Title" }).fill("Mouse Glomerulus");
    await page.getByRole("dialog").getByRole("button", { name: "Add folder" }).click();
    await expect(row(page, "Mouse Glomerulus")).toHaveAttribute("aria-selected", "true");
    await row(page, "Mouse Glomerulus").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Hide from learners" }).click();
    await expect(row(page, "Mouse Glomerulus")).toHaveAccessibleName("Mouse Glomerulus, Folder, hidden from learners");
  });
});

async function findInTree(page: Page, world: World): Promise<void> {
  await page.reload();
  await expect(row(page, "Keys Two")).toBeVisible();

  await row(page, "Keys Liver").click();
  await expect(page).toHaveURL(new RegExp(`item=${world.liverId}&in=${world.courseId}`));
  await page.goBack();
  await expect(row(page, "Keys Kidney")).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Control+v");
  await tree(page).focus();
  await page.keyboard.press("Control+v");
  await expect(toast(page, "The clipboard is empty!").first()).toBeVisible();

  await page.getByRole("searchbox", { name: "Filter by title" }).fill("keys three");
  await expect(page.getByText("1 found")).toBeVisible();
  await expectShown(page, ["Keys course", "Keys Kidney", "Keys Three"]);
  await expect(row(page, "Keys Two")).toBeHidden();
  await keepPicture(page, "tree-filter");
  await expectAccessible(page);
  await page.getByRole("searchbox", { name: "Filter by title" }).press("Escape");
  await expect(row(page, "Keys Two")).toBeVisible();
}

async function arrangeByKeyboard(page: Page, world: World): Promise<void> {
  await page.keyboard.press("F2");
  await tree(page).getByRole("textbox").fill("Keys First");
  await page.keyboard.press("Enter");
  await expect(toast(page, "Renamed")).toBeVisible();
  await expect(row(page, "Keys First")).toBeVisible();
  await expect(tree(page)).toBeFocused();

  await page.keyboard.press("Alt+ArrowDown");
  await expectShown(page, ["Keys Two", "Keys First", "Keys Three"]);
  await expect.poll(() => casesOf(world.kidneyId)).toEqual(["Two", "First", "Three"]);
  await page.keyboard.press("Control+z");
  await expectShown(page, ["Keys First", "Keys Two", "Keys Three"]);
  await expect.poll(() => casesOf(world.kidneyId)).toEqual(["First", "Two", "Three"]);
  await page.keyboard.press("Control+Shift+Z");
  await expect.poll(() => casesOf(world.kidneyId)).toEqual(["Two", "First", "Three"]);

  await page.keyboard.press("Control+m");
  await expect(page.getByText(/Picked up Keys First\./)).toBeAttached();
  for (let step = 0; step < 20; step += 1) {
    if (await page.getByText(/^Into Keys Liver\. Position/).count()) break;
    await page.keyboard.press("ArrowDown");
  }
  await page.keyboard.press("Enter");
  await expect.poll(() => casesOf(world.liverId)).toEqual(["First"]);
  await expect(row(page, "Keys First")).toHaveAttribute("aria-selected", "true");

  await page.keyboard.press("Control+x");
  await row(page, "Keys Kidney").click();
  await page.keyboard.press("Control+v");
  await expect.poll(() => casesOf(world.kidneyId)).toEqual(["Two", "Three", "First"]);

  await row(page, "Keys Two").click();
  await page.keyboard.press("Control+c");
  await row(page, "Keys Liver").click();
  await page.keyboard.press("Control+v");
  await expect.poll(async () => (await casesOf(world.liverId)).length).toBe(1);

  await row(page, "Keys Three").click();
  await page.keyboard.press("Shift+F10");
  await expect(page.getByRole("menuitem", { name: "Move to…" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menuitem", { name: "Move to…" })).toBeHidden();
  await tree(page).focus();
  await page.keyboard.press("Delete");
  await expect(toast(page, "“Keys Three” moved to the bin")).toBeVisible();
  await expect(row(page, "Keys Three")).toBeHidden();
  await page.getByRole("link", { name: "Bin" }).click();
  await page.getByRole("searchbox", { name: "Search the bin" }).fill("keys three");
  await expect(page.getByText("30 days left").first()).toBeVisible();
  await page.getByRole("button", { name: "Restore Keys Three" }).click();
  await expect(toast(page, "“Keys Three” restored")).toBeVisible();
  await expect.poll(() => casesOf(world.kidneyId)).toEqual(["Two", "Three", "First"]);
}

test("found by its filter, changed by keyboard alone, restored from the bin, and deleted as a course", async ({
  page,
}) => {
  const world = await buildWorld("Keys");
  await signIn(page, "teacher");
  await openTree(page, world);
  await openKidney(page, "Keys");
  await test.step("filter, content types, deep links, the way back, open folders, an empty clipboard, a course deleted", async () => {
    await findInTree(page, world);
    await row(page, "Keys course").click({ button: "right" });
    await page.getByRole("menuitem", { name: "Delete course…" }).click();
    await page.getByRole("button", { name: "Delete course" }).click();
    await expect(toast(page, "Course successfully deleted.")).toBeVisible();
    await expect(row(page, "Keys course")).toBeHidden();
    await toast(page, "Course successfully deleted.").getByRole("button", { name: "Undo" }).click();
    await expect(row(page, "Keys course")).toBeVisible();
  });
  await row(page, "Keys Kidney").click();
  await page.keyboard.press("ArrowRight");
  await expect(row(page, "Keys One")).toHaveAttribute("aria-selected", "true");
  await test.step("by keyboard alone: rename, order, move, cut and paste, copy, delete, undo, the menu, and restore from the bin", () =>
    arrangeByKeyboard(page, world));
});

test("by touch on a phone: a long press drags; a tap opens the editor, and there is a way back", async ({
  browser,
  baseURL,
}) => {
  const world = await buildWorld("Touch");
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    ...(baseURL ? { baseURL } : {}),
  });
  const page = await context.newPage();
  await signIn(page, "teacher");
  await page.goto(world.address);
  await page.getByRole("button", { name: "Back to tree" }).click();
  await row(page, "Touch Kidney").locator("span").first().tap();
  await expect(row(page, "Touch Three")).toBeVisible();
  // Courses of other journeys are above: without scrolling, rows of this one may be below the screen.
  await row(page, "Touch Two").evaluate((element) => element.scrollIntoView({ block: "center" }));
  const [from, to] = [await middleOf(row(page, "Touch Three")), await middleOf(row(page, "Touch One"))];
  const session = await context.newCDPSession(page);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", x: number, y: number) =>
    session.send("Input.dispatchTouchEvent", { type, touchPoints: type === "touchEnd" ? [] : [{ x, y }] });
  await send("touchStart", from.x, from.y);
  await expect(dragGhost(page)).toBeVisible();
  for (let step = 1; step <= 8; step += 1)
    await send("touchMove", from.x, from.y + ((to.y - to.height * 0.4 - from.y) * step) / 8);
  await send("touchEnd", 0, 0);
  await expect(toast(page, "Order updated")).toBeVisible();
  await expect.poll(() => casesOf(world.kidneyId)).toEqual(["Three", "One", "Two"]);
  await row(page, "Touch Liver").tap();
  await expect(page.getByRole("button", { name: "Back to tree" })).toBeVisible();
  await context.close();
});

test("two teachers see each other's simultaneous changes, and lose none", async ({ browser, page, baseURL }) => {
  const world = await buildWorld("Both");
  await signIn(page, "teacher");
  await openTree(page, world);
  await openKidney(page, "Both");
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const other = await context.newPage();
  await signIn(other, "admin");
  await openTree(other, world);
  await openKidney(other, "Both");

  await row(other, "Both Two").click();
  await other.keyboard.press("F2");
  await tree(other).getByRole("textbox").fill("Both Second");
  await other.keyboard.press("Enter");
  await expect(row(page, "Both Second")).toBeVisible({ timeout: 10_000 });

  await row(page, "Both One").click();
  await page.keyboard.press("Alt+ArrowDown");
  await expectShown(other, ["Both Second", "Both One", "Both Three"]);
  await row(other, "Both Three").click();
  await other.keyboard.press("Delete");
  await expect(row(page, "Both Three")).toBeHidden({ timeout: 10_000 });
  await context.close();
});
