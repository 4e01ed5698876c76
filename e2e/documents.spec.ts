// Slices: attachment, document, manage, tree
/** Documents: uploading, finding, opening, removing and restoring them. */
import type { Page } from "@playwright/test";
import { type Api, callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { goWithinPage, MANAGE_PART } from "./testing/go-within-page.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { keepPicture } from "./testing/slide-page.ts";

const text = (name: string, contents: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(contents),
});

async function choose(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Upload documents" }).click();
  await (await chooser).setFiles(files);
}

const searchField = (page: Page) => page.getByRole("searchbox", { name: "Search by title or file name" });
const rows = (page: Page) => page.getByRole("list", { name: "Documents" }).getByRole("listitem");

async function handleDocuments(page: Page): Promise<void> {
  await choose(page, [
    text("docs-plan.txt", "First the kidney.\n<b>Then</b> the liver."),
    text("docs-map.txt", "A map"),
  ]);
  await searchField(page).fill("docs-");
  await expect(rows(page)).toHaveCount(2);
  await keepPicture(page, "documents");
  await expectAccessible(page, { part: "main" });

  await test.step("a text file is shown as text", async () => {
    await page.getByRole("button", { name: "Preview docs-plan" }).click();
    await expect(page.getByRole("dialog").getByText("<b>Then</b> the liver.")).toBeVisible();
    await page.keyboard.press("Escape");
  });
  await test.step("removed and restored", async () => {
    await page.getByRole("button", { name: "Delete docs-map" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
    await expect(rows(page)).toHaveCount(1);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(rows(page)).toHaveCount(2);
  });
}

async function failAndRetry(page: Page): Promise<void> {
  await searchField(page).fill("");
  const broken = { status: 500, json: { message: "x", data: [] } };
  await page.route("**/api/v2/document/upload", (route) => route.fulfill(broken));
  await choose(page, [text("dfail.txt", "Again and again")]);
  const row = page.getByRole("listitem").filter({ hasText: "dfail.txt" });
  await expect(row).toContainText("Error while uploading files. Please try again later");
  await page.unroute("**/api/v2/document/upload");
  await row.getByRole("button", { name: "Retry upload of dfail.txt" }).click();
  const remove = page.getByRole("button", { name: "Delete dfail" });
  await expect(remove).toBeVisible();
  await page.route("**/api/v2/document/*", (route) =>
    route.request().method() === "DELETE" ? route.fulfill(broken) : route.continue(),
  );
  await remove.click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: "Error. Please try again later" })).toBeVisible();
}

/** In the open editor of a folder. */
async function attachInTree(page: Page, api: Api, folderId: number): Promise<void> {
  const dialog = page.getByRole("dialog", { name: "Add attachments" });
  const open = async () => {
    await page.getByRole("button", { name: "Add", exact: true }).click();
    await page.getByRole("menuitem", { name: "Attachment…", exact: true }).click();
    await expect(dialog).toBeVisible();
  };
  const titles = async () => {
    const { items } = await api.call<{ items: { title: string }[] }>("GET", `/v2/folder/${folderId}`);
    return items.map(({ title }) => title);
  };
  await open();
  await dialog.getByRole("searchbox").fill("docs-");
  await dialog.getByRole("checkbox", { name: "Select docs-map" }).check();
  await dialog.getByRole("checkbox", { name: "Select docs-plan" }).check();
  await dialog.getByRole("textbox", { name: "Name" }).fill("Week 1");
  await dialog.getByRole("checkbox", { name: "Use as prefix of each title" }).check();
  await expect(dialog.getByText("Resulting titles: Week 1 docs-map, Week 1 docs-plan")).toBeVisible();
  await keepPicture(page, "documents-dialog");
  await dialog.getByRole("button", { name: "Attach 2 documents" }).click();
  await expect(dialog).toHaveCount(0);
  expect(await titles()).toEqual(["Week 1 docs-map", "Week 1 docs-plan"]);

  await open();
  await dialog.getByRole("tab", { name: "External link" }).click();
  await dialog.getByRole("textbox", { name: "URL" }).fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Attach link" }).click();
  await expect(dialog.getByText("A URL must start with https:// or http://")).toBeVisible();
  await dialog.getByRole("textbox", { name: "URL" }).fill("https://atlas.example.org/");
  await dialog.getByRole("textbox", { name: "Title" }).fill("dtree atlas");
  await dialog.getByRole("button", { name: "Attach link" }).click();
  await expect(dialog).toHaveCount(0);

  await open();
  await dialog.getByRole("tab", { name: "Upload a file" }).click();
  const chooser = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Choose files" }).click();
  await (await chooser).setFiles([text("dtree-a.txt", "a"), text("dtree-b.txt", "b")]);
  await expect(dialog).toHaveCount(0);
  expect((await titles()).sort()).toEqual(
    ["Week 1 docs-map", "Week 1 docs-plan", "dtree atlas", "dtree-a.txt", "dtree-b.txt"].sort(),
  );
}

test("documents are managed, and attached to a folder", async ({ page }) => {
  const api = await callsOf("teacher");
  const course = await api.addCourse("Course that documents are attached to");
  const folder = await api.call<{ id: number }>("POST", "/v2/folder", { title: "docs folder", parentId: course.id });
  await signIn(page, "teacher");
  await page.goto(sitePath("/manage/documents"));
  await test.step("several documents are uploaded at once, found, opened, removed after a confirmation, and restored", () =>
    handleDocuments(page));
  await test.step("a failure is reported with the specified text, and can be retried", () => failAndRetry(page));
  await test.step("attachments are added in the content tree: documents with a prefix, a file, a link", async () => {
    await goWithinPage(page, sitePath(`/manage?item=${folder.id}&in=${course.id}`), MANAGE_PART);
    await attachInTree(page, api, folder.id);
  });
});
