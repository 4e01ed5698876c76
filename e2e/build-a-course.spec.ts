// Slices: case, course, editor, embed, folder, image, manage, page, search, structure, textbook, tree, upload
/** A complete course from scratch: built in the slide manager, then viewed by a learner, by links and by search. */
import type { Locator, Page } from "@playwright/test";
import sharp from "sharp";
import { callsOf } from "./testing/api.ts";
import { putCourseFirst } from "./testing/content-tree.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { openAddForm, shownTitles, toastOn, treeOn, treeRow, waitForTree } from "./testing/manage-tree.ts";
import { keepPicture, waitUntilSharp } from "./testing/slide-page.ts";

/** A word that no other journey uses. */
const WORD = "Nephrolore";
const FOLDERS = [`${WORD} Kidney`, `${WORD} Bladder`, `${WORD} Ureter`] as const;
const SLIDES_EACH = 4;
const FIELD = `${WORD} region`;
const REGION = `${WORD} cortex`;
const HOST = "films.nephrolore.example.org";

const slideTitle = (folder: number, number: number): string => `nephrolore-${folder + 1}-${number}`;

/** A small slide that needs no conversion; each has its own colour, and so different bytes. */
async function slideFile(folder: number, number: number): Promise<{ name: string; base64: string }> {
  const background = { r: 140 + 30 * folder, g: 60 + 25 * number, b: 150 };
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background } })
    .tiff({ tile: true, tileWidth: 256, tileHeight: 256, pyramid: true, compression: "jpeg" })
    .toBuffer();
  return { name: `${slideTitle(folder, number)}.tif`, base64: bytes.toString("base64") };
}

/** Drops files of the desktop on a row of the tree. */
async function dropFiles(row: Locator, files: readonly { name: string; base64: string }[]): Promise<void> {
  await row.evaluate((element, dropped) => {
    const dataTransfer = new DataTransfer();
    for (const { name, base64 } of dropped) {
      const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
      dataTransfer.items.add(new File([bytes], name, { type: "image/tiff" }));
    }
    for (const type of ["dragenter", "dragover", "drop"])
      element.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, files);
}

async function pictureFile(name: string, background: string) {
  const buffer = await sharp({ create: { width: 900, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: "image/png", buffer };
}

async function saved(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
}

/** Opens a row by its key, once it has content. */
async function openRow(page: Page, title: string): Promise<void> {
  await treeRow(page, title).click();
  await expect(treeRow(page, title)).toHaveAttribute("aria-expanded", /true|false/, { timeout: 60_000 });
  if ((await treeRow(page, title).getAttribute("aria-expanded")) !== "true") await page.keyboard.press("ArrowRight");
  await expect(treeRow(page, title)).toHaveAttribute("aria-expanded", "true");
}

test("a teacher builds a course from scratch, and a learner goes through it", async ({ page, browser }) => {
  test.setTimeout(300_000);

  await test.step("an administrator allows a host for embedded pages, and adds a custom field for slides", async () => {
    const admin = await callsOf("admin");
    const { hosts } = await admin.call<{ hosts: string[] }>("GET", "/v2/site/embedHosts");
    await admin.call("PUT", "/v2/site/embedHosts", { hosts: [...new Set([...hosts, HOST])] });
    await admin.call("POST", "/v2/customField/", { title: FIELD, postType: "sz-image", fieldType: "text" });
  });

  page.setDefaultTimeout(20_000);
  await signIn(page, "teacher");
  await page.goto(sitePath("/manage"));
  await page.getByRole("button", { name: "Add", exact: true }).waitFor({ timeout: 30_000 });

  await test.step("a course with a background", async () => {
    const form = await openAddForm(page, "Course");
    await form.getByRole("textbox", { name: "Title" }).fill(WORD);
    await form.getByRole("textbox", { name: "Description" }).fill("Everything about the kidney");
    await form.getByRole("button", { name: "Add course" }).click();
    await waitForTree(page);
    await expect(treeRow(page, WORD)).toHaveAttribute("aria-selected", "true");
    // It starts as a draft.
    await page.getByRole("button", { name: "Publish" }).click();
    await expect(page.getByRole("switch", { name: "Visible to learners", exact: true })).toBeChecked();
    await putCourseFirst(page, WORD);
    await page.getByRole("button", { name: "Choose background image" }).click();
    const picker = page.getByRole("dialog", { name: "Choose a background image" });
    const chooser = page.waitForEvent("filechooser");
    await picker.getByRole("button", { name: "Upload files" }).click();
    await (await chooser).setFiles([await pictureFile("nephrolore-background.png", "#dfe8f4")]);
    await picker.getByRole("option", { name: /nephrolore-background/ }).click();
    await picker.getByRole("button", { name: "Choose", exact: true }).click();
    await expect(picker).toHaveCount(0);
    await saved(page);
  });

  await test.step("three folders", async () => {
    for (const title of FOLDERS) {
      await treeRow(page, WORD).click();
      const form = await openAddForm(page, "Folder");
      await form.getByRole("textbox", { name: "Title" }).fill(title);
      await form.getByRole("button", { name: "Add folder" }).click();
      await expect(treeRow(page, title)).toHaveAttribute("aria-selected", "true");
    }
    expect(await shownTitles(page, FOLDERS)).toEqual(FOLDERS);
  });

  // Two files are uploaded at once: the first to finish comes first.
  const orders: string[][] = [];
  await test.step("twelve slides, by dropping their files", async () => {
    const numbers = Array.from({ length: SLIDES_EACH }, (_unused, index) => index + 1);
    for (const [index, title] of FOLDERS.entries()) {
      const files = await Promise.all(numbers.map((number) => slideFile(index, number)));
      await dropFiles(treeRow(page, title), files);
    }
    for (const [index, title] of FOLDERS.entries()) {
      await openRow(page, title);
      const titles = numbers.map((number) => slideTitle(index, number));
      for (const slide of titles) await expect(treeRow(page, slide)).toBeVisible({ timeout: 60_000 });
      orders.push(await shownTitles(page, titles));
      expect(orders[index]?.toSorted()).toEqual(titles);
    }
    await keepPicture(page, "build-slides");
  });

  await test.step("a custom field, its values entered for all slides of a folder at once", async () => {
    await treeRow(page, FOLDERS[0]).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Batch edit its slides" }).click();
    const grid = page.getByRole("grid", { name: "Custom fields of slides" });
    await expect(grid.getByRole("row", { name: /nephrolore-1-/ })).toHaveCount(SLIDES_EACH, { timeout: 30_000 });
    const titles = await grid.getByRole("columnheader").allInnerTexts();
    const column = titles.findIndex((title) => title.includes(FIELD)) - 1;
    await grid.locator(`[data-cell="0-${column}"]`).click();
    await page.keyboard.type(REGION);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: `${FIELD}: column menu` }).click();
    await page.getByRole("menuitem", { name: `Set all slides to “${REGION}”` }).click();
    await expect(grid.getByRole("gridcell", { name: REGION })).toHaveCount(SLIDES_EACH);
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await expect(page.getByText(`${SLIDES_EACH} of ${SLIDES_EACH} images processed`)).toBeVisible();
    await page.getByRole("link", { name: "Content", exact: true }).click();
    await waitForTree(page);
  });

  await test.step("two cases", async () => {
    for (const [title, first, second] of [
      [`${WORD} Nephritis`, 1, 2],
      [`${WORD} Nephrosis`, 3, 4],
    ] as const) {
      await treeRow(page, FOLDERS[0]).click();
      const form = await openAddForm(page, "Case");
      await form.getByRole("textbox", { name: "Title" }).fill(title);
      for (const number of [first, second]) await form.getByRole("checkbox", { name: slideTitle(0, number) }).check();
      await form.getByRole("button", { name: "Add case" }).click();
      await expect(treeRow(page, title)).toHaveAttribute("aria-selected", "true");
    }
  });

  await test.step("a page with an image from the media library", async () => {
    await treeRow(page, FOLDERS[0]).click();
    const form = await openAddForm(page, "Page");
    await form.getByRole("textbox", { name: "Title" }).fill(`${WORD} introduction`);
    await form.getByRole("button", { name: "Add", exact: true }).click();
    // The form has its own text, which the editor's follows.
    await expect(form).toBeHidden();
    const text = page.getByRole("textbox", { name: "Text", exact: true });
    await text.click({ timeout: 30_000 });
    await page.keyboard.type("The nephron filters the blood.");
    await page.keyboard.press("Enter");
    await page.getByRole("toolbar", { name: "Formatting: Text" }).getByRole("button", { name: "Insert image" }).click();
    const picker = page.getByRole("dialog", { name: "Insert image" });
    const chooser = page.waitForEvent("filechooser");
    await picker.getByRole("button", { name: "Upload files" }).click();
    await (await chooser).setFiles([await pictureFile("nephrolore-nephron.png", "#803050")]);
    await picker.getByRole("option", { name: /nephrolore-nephron/ }).click();
    await picker.getByRole("button", { name: "Choose", exact: true }).click();
    await page.getByRole("textbox", { name: "Alternative text" }).fill("A nephron");
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(text.getByRole("img", { name: "A nephron" })).toBeVisible();
    await saved(page);
  });

  await test.step("an embedded page", async () => {
    await treeRow(page, FOLDERS[0]).click();
    const form = await openAddForm(page, "Embedded page");
    await form.getByRole("textbox", { name: "Title" }).fill(`${WORD} film`);
    await form.getByRole("textbox", { name: "URL" }).fill(`https://${HOST}/1`);
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(treeRow(page, `${WORD} film`)).toHaveAttribute("aria-selected", "true");
  });

  await test.step("a textbook with a PDF", async () => {
    await treeRow(page, FOLDERS[0]).click();
    const form = await openAddForm(page, "Textbook");
    await form.getByRole("textbox", { name: "Title" }).fill(`${WORD} textbook`);
    const chooser = page.waitForEvent("filechooser");
    await form.getByRole("button", { name: "Choose PDF" }).click();
    const buffer = Buffer.from("%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF nephrolore");
    await (await chooser).setFiles([{ name: "nephrolore.pdf", mimeType: "application/pdf", buffer }]);
    await form.getByRole("button", { name: "Add", exact: true }).click();
    await expect(treeRow(page, `${WORD} textbook`)).toHaveAttribute("aria-selected", "true");
    await keepPicture(page, "build-course");
  });

  await test.step("items are moved, copied, pasted, deleted and restored", async () => {
    const [kidney, bladder, ureter] = FOLDERS;
    await treeRow(page, slideTitle(2, 4)).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Move to…" }).click();
    const dialog = page.getByRole("dialog", { name: "Move to" });
    await dialog.getByRole("radio", { name: `${WORD} › ${bladder}` }).check();
    await dialog.getByRole("button", { name: "Move to" }).click();
    await expect(toastOn(page, "Item moved")).toBeVisible();

    await treeRow(page, `${WORD} Nephrosis`).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Cut" }).click();
    await treeRow(page, ureter).click({ button: "right" });
    await page.getByRole("menuitem", { name: "Paste" }).click();
    await treeRow(page, `${WORD} Nephritis`).click();
    await page.keyboard.press("Control+c");
    await treeRow(page, ureter).click();
    await page.keyboard.press("Control+v");
    await expect(treeRow(page, `${WORD} Nephritis.*`)).toHaveCount(2);

    await treeRow(page, slideTitle(1, 4)).click();
    await page.keyboard.press("Delete");
    await expect(toastOn(page, `“${slideTitle(1, 4)}” moved to the bin`)).toBeVisible();
    await page.getByRole("link", { name: "Bin" }).click();
    await page.getByRole("searchbox", { name: "Search the bin" }).fill(slideTitle(1, 4));
    await page.getByRole("button", { name: `Restore ${slideTitle(1, 4)}` }).click();
    await toastOn(page, "restored").getByRole("button", { name: "Show" }).click();
    await expect(treeRow(page, slideTitle(1, 4))).toHaveAttribute("aria-selected", "true", { timeout: 30_000 });
    const inBladder = [...(orders[1] ?? []), slideTitle(2, 4)];
    await expect.poll(() => shownTitles(page, inBladder)).toEqual(inBladder);
    await expect(treeOn(page).getByRole("treeitem", { name: new RegExp(`^${kidney},`) })).toBeVisible();
  });

  const context = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: "en-GB" });
  const learner = await context.newPage();
  learner.setDefaultTimeout(20_000);
  await learner.route(`https://${HOST}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>The film</h1>" }),
  );
  await signIn(learner, "learner");

  await test.step("a learner goes through it by links", async () => {
    await learner.goto(sitePath(""));
    await learner.getByRole("link", { name: WORD, exact: true }).click();
    await expect(learner.getByRole("heading", { level: 1, name: WORD })).toBeVisible();
    await keepPicture(learner, "build-learner-course");
    await learner.getByRole("link", { name: FOLDERS[0], exact: true }).click();
    const [slide = "", nextSlide = ""] = orders[0] ?? [];
    await learner.getByRole("link", { name: slide, exact: true }).click();
    await waitUntilSharp(learner);
    await learner.getByRole("link", { name: `Next: ${nextSlide}` }).click();
    await expect(learner).toHaveTitle(new RegExp(nextSlide));
    await waitUntilSharp(learner);
    await learner.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: FOLDERS[0] }).click();
    await learner.getByRole("link", { name: `${WORD} Nephritis`, exact: true }).click();
    await expect(learner.locator("#case-slide-map-0")).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
    await learner.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: FOLDERS[0] }).click();
    await learner.getByRole("link", { name: `${WORD} introduction`, exact: true }).click();
    await expect(learner.getByRole("article").getByRole("img", { name: "A nephron" })).toBeVisible();
    await learner.getByRole("link", { name: `Next: ${WORD} film` }).click();
    await expect(learner.frameLocator("iframe").getByRole("heading")).toHaveText("The film");
    await learner.getByRole("link", { name: `Next: ${WORD} textbook` }).click();
    const document = learner.getByRole("link", { name: "Open PDF" });
    await expect(document).toBeVisible();
    const answer = await learner.request.get((await document.getAttribute("href")) ?? "");
    expect((await answer.body()).toString("latin1")).toContain("%%EOF nephrolore");
  });

  await test.step("and by search: a suggestion, the results, one content type, a slide", async () => {
    await learner.goto(sitePath(""));
    await learner.getByRole("button", { name: "Search", exact: true }).click();
    const dialog = learner.getByRole("dialog", { name: "Search" });
    await dialog.getByRole("combobox").pressSequentially(WORD);
    await expect(dialog.getByRole("option", { name: new RegExp(WORD, "i") }).first()).toBeVisible();
    await dialog.getByRole("combobox").press("ArrowUp");
    await dialog.getByRole("combobox").press("Enter");
    await expect(learner).toHaveURL(/\/s\d+\/search\?q=Nephrolore$/);
    const results = learner.getByRole("region", { name: "Results" }).getByRole("heading", { level: 3 });
    await expect(results.filter({ hasText: slideTitle(1, 3) })).toBeVisible();
    await learner.getByRole("complementary", { name: "Filters" }).getByRole("checkbox", { name: "Slide" }).check();
    await results
      .filter({ hasText: slideTitle(1, 3) })
      .getByRole("link")
      .click();
    await waitUntilSharp(learner);
    await expect(learner).toHaveTitle(new RegExp(slideTitle(1, 3)));
    await learner.goto(sitePath(`/search?q=${WORD}`));
    await learner.getByRole("complementary", { name: "Filters" }).getByRole("checkbox", { name: REGION }).check();
    await expect(results).toHaveText([/nephrolore-1-/, /nephrolore-1-/, /nephrolore-1-/, /nephrolore-1-/]);
  });
  await context.close();
});
