// Slices: course, editor, media, rich-text, tree
/** Formatted text from the editor to the reader: typed text, pasted text, and the effects of a reload and a save. */
import type { Locator, Page } from "@playwright/test";
import { type Api, callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";

interface Placed {
  readonly id: number;
}
interface PlacedPage {
  readonly courseId: number;
  readonly id: number;
}

async function placePage(api: Api, title: string): Promise<PlacedPage> {
  const { id: courseId } = await api.addCourse(title);
  const { id } = await api.call<Placed>("POST", "/v2/staticpages/", { title, parentId: courseId });
  return { courseId, id };
}

const editorOf = (page: Page): Locator => page.getByRole("textbox", { name: "Text", exact: true });
const tool = (page: Page, name: string): Locator =>
  page.getByRole("toolbar", { name: "Formatting: Text" }).getByRole("button", { name, exact: true });

async function openEditor(page: Page, { courseId, id }: PlacedPage): Promise<void> {
  await page.goto(sitePath(`/manage?item=${id}&in=${courseId}`));
  // The tree, the editor of the page and the one of its text come one after the other.
  await editorOf(page).waitFor({ timeout: 45_000 });
}

/** As from another page or program. */
async function paste(field: Locator, html: string): Promise<void> {
  await field.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/html", text);
    element.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, html);
}

/** Selects the text in the editor and deletes it. */
async function emptyEditor(page: Page): Promise<void> {
  await editorOf(page).click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Delete");
  await expect(editorOf(page)).toHaveText("");
}

test("a teacher formats a text, which learners read, pastes one, and enters a link", async ({ page }) => {
  const api = await callsOf("teacher");
  const placed = await placePage(api, "Formatted text");
  await signIn(page, "teacher");
  await openEditor(page, placed);

  await test.step("learners read text as formatted with the toolbar; a reload before saving loses nothing", async () => {
    await editorOf(page).click();
    await tool(page, "Bold").click();
    await page.keyboard.type("Bold words");
    await tool(page, "Bold").click();
    await page.keyboard.type(" and H");
    await tool(page, "Subscript").click();
    await page.keyboard.type("2");
    await tool(page, "Subscript").click();
    await page.keyboard.press("Enter");
    await tool(page, "Insert table").click();
    await page.keyboard.type("Stain");
    await expect(page.getByText("Unsaved changes")).toBeVisible();

    page.on("dialog", (dialog) => void dialog.accept());
    await page.reload();
    await editorOf(page).waitFor({ timeout: 45_000 });
    await expect(editorOf(page)).toContainText("Stain");
    await expect(page.getByText("Your unsaved changes were restored.")).toBeVisible();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(/^Saved at/)).toBeVisible();

    const learner = await page.context().browser()?.newPage();
    if (!learner) throw new Error("There is no browser.");
    await signIn(learner, "learner");
    await learner.goto(sitePath(`/course${placed.courseId}/p${placed.id}/`));
    const article = learner.getByRole("article");
    await expect(article.locator("strong")).toHaveText("Bold words");
    await expect(article.locator("sub")).toHaveText("2");
    await expect(article.getByRole("columnheader", { name: "Stain" })).toBeVisible();
    await learner.close();
  });

  await test.step("pasted text is sanitised before it is in the editor, and runs nothing", async () => {
    await emptyEditor(page);
    await paste(
      editorOf(page),
      '<p class="MsoNormal" style="position:fixed">Kept <b>bold</b></p><img src="https://evil.example/x.png" onerror="window.ran=1">' +
        '<a href="javascript:window.ran=1">link</a><script>window.ran=1</script><iframe src="https://evil.example"></iframe>',
    );
    await expect(editorOf(page)).toContainText("Kept bold");
    const html = await editorOf(page).innerHTML();
    expect(html).not.toMatch(/evil|javascript|MsoNormal|position|<script|<iframe/);
    expect(await page.evaluate(() => "ran" in window)).toBe(false);
  });

  await test.step("a link is entered by its URL; one that would run a script is rejected with a message", async () => {
    await emptyEditor(page);
    await tool(page, "Link").click();
    const dialog = page.getByRole("dialog", { name: "Link" });
    await dialog.getByRole("textbox", { name: "URL" }).fill("javascript:alert(1)");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(dialog.getByText(/^Enter a URL, an email address or a site path/)).toBeVisible();
    await dialog.getByRole("textbox", { name: "URL" }).fill("atlas.example.org/kidney");
    await dialog.getByRole("textbox", { name: "Link text" }).fill("The atlas");
    await dialog.getByRole("button", { name: "Apply" }).click();
    await expect(editorOf(page).locator('a[href="https://atlas.example.org/kidney"]')).toHaveText("The atlas");
  });
});
