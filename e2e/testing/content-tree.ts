/** Actions of journeys in the content tree of the administration. */
import type { Tree } from "@parfocal/core/structure/structure.contract.ts";
import type { Locator, Page } from "@playwright/test";
import { type Api, callsOf } from "./api.ts";
import { expect, sitePath } from "./journey.ts";
import { settledBox } from "./settled.ts";

export const tree = (page: Page): Locator => page.getByRole("tree", { name: "Content" });
export const row = (page: Page, title: string): Locator =>
  tree(page).getByRole("treeitem", { name: new RegExp(`^${title},`) });
export const toast = (page: Page, text: string): Locator => page.getByRole("alert").filter({ hasText: text });
/** The element that follows the pointer while rows are dragged; with touch, it appears at the end of the long press. */
export const dragGhost = (page: Page): Locator => page.locator("[class*=_ghost_]");

export interface World {
  readonly courseId: number;
  readonly kidneyId: number;
  readonly liverId: number;
  readonly address: string;
}

/** A course with the folders Kidney (cases One, Two, Three) and Liver; titles begin with the prefix. */
export async function buildWorld(prefix: string): Promise<World> {
  const api = await callsOf("teacher");
  const course = await api.addCourse(`${prefix} course`);
  await putFirst(api, course.id);
  const folder = (title: string) =>
    api.call<{ id: number }>("POST", "/v2/folder", { title: `${prefix} ${title}`, parentId: course.id });
  const kidney = await folder("Kidney");
  const liver = await folder("Liver");
  for (const title of ["One", "Two", "Three"])
    await api.call("POST", "/v2/case", { title: `${prefix} ${title}`, parentId: kidney.id, imageIds: [] });
  return {
    courseId: course.id,
    kidneyId: kidney.id,
    liverId: liver.id,
    address: sitePath(`/manage?item=${kidney.id}&in=${course.id}`),
  };
}

/** Above the courses of other tests: dragged rows must be on the screen together. */
async function putFirst(api: Api, courseId: number): Promise<void> {
  const { parents } = await api.call<Tree>("GET", "/v2/structure/tree");
  const others = parents.find(({ id }) => id === null)?.children.map(({ id }) => id) ?? [];
  const folderIds = [courseId, ...others.filter((id) => id !== courseId)];
  await api.call("PUT", "/structure/orderFolders", { parentId: null, folderIds });
}

/** The same for a course that was added on the screen; the open tree is updated automatically. */
export async function putCourseFirst(page: Page, title: string): Promise<void> {
  const api = await callsOf("teacher");
  const { nodes } = await api.call<Tree>("GET", "/v2/structure/tree");
  const course = nodes.find((node) => node.type === "course" && node.title === title);
  if (!course) throw new Error(`There is no course ${title}.`);
  await putFirst(api, course.id);
  await tree(page).evaluate((element) => element.scrollTo(0, 0));
  await expect(tree(page).getByRole("treeitem").first()).toHaveAccessibleName(new RegExp(`^${title},`));
}

export async function openTree(page: Page, world: World): Promise<void> {
  await page.goto(world.address);
  await expect(tree(page).getByRole("treeitem", { selected: true })).toBeVisible({ timeout: 30_000 });
}

export async function openKidney(page: Page, prefix: string): Promise<void> {
  await row(page, `${prefix} Kidney`).click();
  await page.keyboard.press("ArrowRight");
  await expect(row(page, `${prefix} One`)).toBeVisible();
}

export async function casesOf(folderId: number): Promise<string[]> {
  const api = await callsOf("teacher");
  const { items } = await api.call<{ items: { title: string }[] }>("GET", `/v2/folder/${folderId}`);
  return items.map(({ title }) => title.split(" ").at(-1) ?? "");
}

export async function expectShown(page: Page, titles: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      const names = await tree(page)
        .getByRole("treeitem")
        .evaluateAll((all) =>
          all
            .map((one) => ({ name: one.getAttribute("aria-label") ?? "", top: one.getBoundingClientRect().top }))
            .sort((a, b) => a.top - b.top)
            .map(({ name }) => name.split(",")[0] ?? ""),
        );
      return names.filter((name) => titles.includes(name));
    })
    .toEqual(titles);
}

export async function middleOf(place: Locator): Promise<{ x: number; y: number; height: number }> {
  const box = await settledBox(place);
  return { x: box.x + Math.min(120, box.width / 2), y: box.y + box.height / 2, height: box.height };
}

/** @param share position within the target's height where the mouse is released, 0 to 1. */
export async function dragTo(page: Page, from: Locator, to: Locator, share: number): Promise<void> {
  const [start, end] = [await middleOf(from), await middleOf(to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(start.x, start.y + 9, { steps: 3 });
  await page.mouse.move(end.x, end.y + (share - 0.5) * end.height, { steps: 6 });
}
