// Slices: case, course, editor, folder, manage, page, search, structure, tree
/** A course built by keyboard alone: no mouse is used in this file. */
import { expect, type Locator, type Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { putCourseFirst } from "./testing/content-tree.ts";
import { signIn, sitePath, test } from "./testing/journey.ts";
import { shownTitles, toastOn, treeOn, treeRow } from "./testing/manage-tree.ts";
import { settledBox } from "./testing/settled.ts";
import { keepPicture } from "./testing/slide-page.ts";

/** A word that no other journey uses. */
const WORD = "Clavicle";
const MAX_STEPS = 120;
const TITLES = [`${WORD} One`, `${WORD} Two`] as const;

/** Presses a key until an element has the focus. */
async function focusBy(page: Page, key: string, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`Not reached by ${key}: ${wanted}`);
}

const tabTo = (page: Page, wanted: Locator): Promise<void> => focusBy(page, "Tab", wanted);
const tabBackTo = (page: Page, wanted: Locator): Promise<void> => focusBy(page, "Shift+Tab", wanted);

/** Goes to a row of the focused tree by arrow keys: each row on the way is opened. */
async function goToRow(page: Page, title: string): Promise<void> {
  await expect(treeRow(page, title)).toBeVisible();
  const topOf = async (row: Locator): Promise<number> => (await settledBox(row)).y;
  const isBelow = (await topOf(treeRow(page, title))) > (await topOf(treeOn(page).locator("[data-at=true]")));
  for (let step = 0; step < MAX_STEPS; step += 1) {
    if ((await treeRow(page, title).getAttribute("data-at")) === "true") return;
    await page.keyboard.press(isBelow ? "ArrowDown" : "ArrowUp");
  }
  throw new Error(`There is no row ${title}.`);
}

/** Opens the menu of items that can be added to the present row, and chooses a content type. */
async function addByKeys(page: Page, kind: string, title: string, isTreeThere = true): Promise<void> {
  const add = page.getByRole("button", { name: "Add", exact: true });
  await (isTreeThere ? tabBackTo(page, add) : tabTo(page, add));
  await page.keyboard.press("Enter");
  await focusBy(page, "ArrowDown", page.getByRole("menuitem", { name: `${kind}…`, exact: true }));
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog").getByRole("textbox", { name: "Title" })).toBeFocused();
  await page.keyboard.type(title);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(treeRow(page, title)).toHaveAttribute("aria-selected", "true");
  await tabBackTo(page, treeOn(page));
}

async function below(id: number): Promise<string[]> {
  const api = await callsOf("teacher");
  const { folders, items } = await api.call<Record<"folders" | "items", { title: string }[]>>(
    "GET",
    `/v2/folder/${id}`,
  );
  return [...folders, ...items].map(({ title }) => title);
}

const chosenId = (page: Page): number => Number(new URL(page.url()).searchParams.get("item"));

test("course, folders, page and case are added, renamed, reordered, moved, deleted, restored and found", async ({
  page,
}) => {
  test.setTimeout(240_000);
  await signIn(page, "teacher");
  await page.goto(sitePath("/manage"));
  await expect(page.getByRole("button", { name: "Add", exact: true })).toBeVisible({ timeout: 30_000 });
  await expect(page.getByRole("heading", { name: "No content yet" })).toBeVisible();

  await test.step("a course, two folders, a case", async () => {
    await addByKeys(page, "Course", WORD, false);
    await putCourseFirst(page, WORD);
    for (const title of TITLES) {
      await goToRow(page, WORD);
      await addByKeys(page, "Folder", title);
    }
    await addByKeys(page, "Case", `${WORD} case`);
    expect(await shownTitles(page, TITLES)).toEqual(TITLES);
  });

  await test.step("renamed", async () => {
    await goToRow(page, `${WORD} case`);
    await page.keyboard.press("F2");
    await expect(treeOn(page).getByRole("textbox")).toBeFocused();
    await page.keyboard.press("Control+a");
    await page.keyboard.type(`${WORD} fracture`);
    await page.keyboard.press("Enter");
    await expect(toastOn(page, "Renamed")).toBeVisible();
  });

  await test.step("cut and pasted into another folder; moved by keyboard", async () => {
    await goToRow(page, `${WORD} fracture`);
    await page.keyboard.press("Control+x");
    await goToRow(page, TITLES[0]);
    const oneId = chosenId(page);
    await page.keyboard.press("Control+v");
    await expect.poll(() => below(oneId)).toEqual([`${WORD} fracture`]);
    await goToRow(page, `${WORD} fracture`);
    await page.keyboard.press("Control+m");
    for (let step = 0; step < MAX_STEPS; step += 1) {
      if (await page.getByText(new RegExp(`^Into ${TITLES[1]}\\. Place`)).count()) break;
      await page.keyboard.press("ArrowDown");
    }
    await page.keyboard.press("Enter");
    await expect.poll(() => below(oneId)).toEqual([]);
    await goToRow(page, TITLES[1]);
    await expect.poll(() => below(chosenId(page))).toEqual([`${WORD} fracture`]);
  });

  await test.step("reordered", async () => {
    await page.keyboard.press("Alt+ArrowUp");
    await expect(toastOn(page, "Order updated")).toBeVisible();
    await expect.poll(() => shownTitles(page, TITLES)).toEqual([TITLES[1], TITLES[0]]);
  });

  await test.step("a page with formatted text, saved by Ctrl+S", async () => {
    await addByKeys(page, "Page", `${WORD} page`);
    await tabTo(page, page.getByRole("textbox", { name: "Text", exact: true }));
    await page.keyboard.type("The collar bone is ");
    await page.keyboard.press("Control+b");
    await page.keyboard.type("thin");
    await page.keyboard.press("Control+b");
    await expect(page.getByText("Unsaved changes")).toBeVisible();
    await page.keyboard.press("Control+s");
    await expect(page.getByText(/^Saved at/)).toBeVisible();
    const api = await callsOf("teacher");
    const { content } = await api.call<{ content: string }>("GET", `/v2/staticpages/${chosenId(page)}`);
    expect(content).toContain("<strong>thin</strong>");
    await keepPicture(page, "keyboard-course");
  });

  await test.step("focus moves from the text to the tree; the page is deleted, and the deletion undone", async () => {
    await tabBackTo(page, treeOn(page));
    await goToRow(page, `${WORD} page`);
    await page.keyboard.press("Delete");
    await expect(toastOn(page, `“${WORD} page” moved to the bin`)).toBeVisible();
    await expect(treeRow(page, `${WORD} page`)).toHaveCount(0);
    await page.keyboard.press("Control+z");
    await expect(treeRow(page, `${WORD} page`)).toBeVisible();
  });

  await test.step("found by the search of the header", async () => {
    await page.goto(sitePath("/"));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("/");
    await expect(page.getByRole("dialog", { name: "Search" }).getByRole("combobox")).toBeFocused();
    await page.keyboard.type(`${WORD} page`);
    await expect(page.getByRole("option", { name: new RegExp(`${WORD} page`) }).first()).toBeVisible();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: `${WORD} page` })).toBeVisible();
    await expect(page.getByRole("article").getByText("thin")).toBeVisible();
  });
});
