// Slices: about, attachment, box, custom-field, image, image-editor, related, rich-text, slide, viewer
import { readFileSync } from "node:fs";
import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { allowedAttribute, RICH_TEXT_ELEMENTS } from "@parfocal/core/rich-text/rich-text-allowlist.ts";
import { HOSTILE_TEXTS } from "@parfocal/core/rich-text/testing/hostile-texts.ts";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { keepPicture, openSlide, slideOn, viewInAddress, waitUntilSharp } from "./testing/slide-page.ts";
import { fixturePath, type PlacedSlide, placeSlide } from "./testing/slides.ts";

const aboutPanel = (page: Page) => page.getByRole("complementary", { name: "Slide information" });
const openingPanel = (page: Page) => page.getByRole("complementary", { name: "Opening view and thumbnail" });

const contentPage = (title: string, isActive = true) => ({
  title,
  content: `<p>All about the <b>${title.toLowerCase()}</b>.</p>`,
  isActive,
});

/** @param other a slide with the same primary value. */
async function describeSlide({ imageId }: PlacedSlide, other: PlacedSlide): Promise<void> {
  const [admin, teacher] = [await callsOf("admin"), await callsOf("teacher")];
  const { id: fieldId } = await admin.call<CustomField>("POST", "/v2/customField/", {
    title: `Organ of ${imageId}`,
    postType: "sz-image",
    fieldType: "text",
  });
  await admin.call("PUT", `/v2/customField/${fieldId}/primary`, {});
  for (const itemId of [imageId, other.imageId])
    await teacher.call("PUT", "/v2/customField/data", { itemId, fieldId, value: "Kidney" });
  await teacher.call("PUT", `/v2/box/${imageId}/image`, {
    tabs: [
      { title: "Anatomy", contentPages: [contentPage("Cortex"), contentPage("Medulla")] },
      { title: "Stain", contentPages: [contentPage("Draft", false), contentPage("PAS")] },
    ],
  });
}

test("a slide's panel shows fields, content boxes by tabs and pages, and related items; boxes that fail to load say so", async ({
  page,
}) => {
  const [slide, other] = [await placeSlide(), await placeSlide()];
  await describeSlide(slide, other);
  await signIn(page, "learner");
  await page.route("**/api/v2/box/**", (route) => route.fulfill({ status: 500, json: { message: "x", data: [] } }));
  await openSlide(page, slide.path);
  await page.keyboard.press("i");
  const panel = aboutPanel(page);
  await expect(panel.getByRole("definition").first()).toHaveText("Kidney");
  await expect(panel.getByRole("heading", { name: "Slide and file" })).toBeVisible();
  await expect(panel.getByText("Could not load the boxes. Please try again.")).toBeVisible();
  await page.unroute("**/api/v2/box/**");
  await panel.getByRole("button", { name: "Try again" }).click();
  await expect(panel.getByText("All about the cortex.")).toBeVisible();

  await test.step("the second page and the second tab, by keyboard", async () => {
    await panel.getByRole("button", { name: "Medulla" }).press("Enter");
    await expect(panel.getByText("All about the medulla.")).toBeVisible();
    await panel.getByRole("tab", { name: "Anatomy" }).press("ArrowRight");
    await expect(panel.getByText("All about the pas.")).toBeVisible();
  });
  await test.step("inactive content is not shown", async () => {
    await expect(panel.getByText("draft")).toHaveCount(0);
    await expect(panel.getByRole("button", { name: "Attach file" })).toHaveCount(0);
  });
  await expect(panel.getByRole("link", { name: "Same value: Kidney" })).toHaveAttribute(
    "href",
    sitePath(`/i${other.imageId}/`),
  );
  await keepPicture(page, "about-a-slide");
  await expectAccessible(page, { part: "aside[data-size=wide]" });
  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, "about-a-slide-phone");
  await page.setViewportSize({ width: 1440, height: 900 });
  await panel.getByRole("tab", { name: "Stain" }).press("Escape");
  await expect(panel).toHaveCount(0);
});

/** Opens one tab after the other; runs in the page, which saves a second of messages. @returns what each shows. */
async function elementsInEachTab(tablist: Element) {
  const elementsOfTabs = [];
  for (const [index, tab] of [...tablist.querySelectorAll<HTMLElement>("[role=tab]")].entries()) {
    tab.click();
    const isShown = () =>
      [...document.querySelectorAll("[role=tabpanel]")].find((panel) =>
        panel.getAttribute("aria-labelledby")?.endsWith(`-tab-${index}`),
      );
    while (!isShown()) await new Promise(requestAnimationFrame);
    const box = isShown() as Element;
    elementsOfTabs.push(
      [...(box.querySelector("[class*=text]") ?? box).querySelectorAll("*")].map((element) => ({
        name: element.nodeName.toLowerCase(),
        attributes: [...element.attributes].map(({ name, value }) => [name, value] as const),
      })),
    );
  }
  return elementsOfTabs;
}

test("hostile texts in the database run no script and send no request", async ({ page }) => {
  const slide = await placeSlide();
  await signIn(page, "learner");
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  const dialogs: string[] = [];
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  const text = HOSTILE_TEXTS.map((hostile) => `<div>${hostile}</div>`);
  const tabs = text.map((content, index) => ({
    title: `Text ${index}`,
    contentPages: [{ title: "", content, isActive: true }],
  }));
  await page.route("**/api/v2/box/**", (route) => route.fulfill({ json: { tabs } }));
  await openSlide(page, slide.path);
  await page.keyboard.press("i");
  const tablist = aboutPanel(page).getByRole("tablist");
  await expect(tablist.getByRole("tab")).toHaveCount(text.length);
  const elementsOfTexts = await tablist.evaluate(elementsInEachTab);
  expect(elementsOfTexts).toHaveLength(text.length);
  const found = [];
  for (const [index, elements] of elementsOfTexts.entries()) {
    for (const { name, attributes } of elements) {
      if (!Object.hasOwn(RICH_TEXT_ELEMENTS, name)) found.push(`${index}: ${name}`);
      for (const [attribute, value] of attributes) {
        const isSameOrigin = name === "a" && ["target", "rel"].includes(attribute);
        if (!isSameOrigin && allowedAttribute(name, attribute, value) === null)
          found.push(`${index}: ${attribute}=${value}`);
      }
    }
  }
  expect(found).toEqual([]);
  expect(dialogs).toEqual([]);
  expect(asked.filter((url) => url.includes("evil.example"))).toEqual([]);
});

test("a teacher attaches an image, a file and a video, views them, and removes one", async ({ page }) => {
  const slide = await placeSlide();
  await signIn(page, "teacher");
  await openSlide(page, slide.path);
  await page.keyboard.press("i");
  const panel = aboutPanel(page);
  const fileInput = panel.locator("input[type=file]");
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: "#aa3355" } })
    .png()
    .toBuffer();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    panel.getByRole("button", { name: "Attach file" }).click(),
  ]);
  await chooser.setFiles({ name: "gross picture.png", mimeType: "image/png", buffer: picture });
  await panel.getByRole("button", { name: "View gross picture.png" }).click();
  const dialog = page.getByRole("dialog", { name: "gross picture.png" });
  await expect(dialog.getByRole("img", { name: "gross picture.png" })).toHaveJSProperty("naturalWidth", 90);
  await keepPicture(page, "attachment");
  await expectAccessible(page, { part: "[role=dialog]" });
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await test.step("a dropped file that is not an image is downloaded, not shown", async () => {
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(["<script>alert(1)</script>"], "notes.html", { type: "text/html" }));
      return data;
    });
    await panel.getByText("or drop it here").dispatchEvent("drop", { dataTransfer: transfer });
    const link = panel.getByRole("link", { name: "Download notes.html" });
    const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
    expect(download.suggestedFilename()).toBe("notes.html");
    expect(readFileSync(await download.path(), "utf8")).toBe("<script>alert(1)</script>");
  });

  await test.step("the image is removed after a confirmation", async () => {
    await panel.getByRole("button", { name: "Remove gross picture.png" }).click();
    await page.getByRole("dialog", { name: "Remove this attachment?" }).getByRole("button", { name: "Remove" }).click();
    await expect(panel.getByRole("button", { name: "View gross picture.png" })).toHaveCount(0);
    await expect(panel.getByRole("link", { name: "Download notes.html" })).toBeVisible();
  });

  await test.step("a video is requested in parts, so that it can be played from any position", async () => {
    const bytes = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from("ftypisom\0\0\0\0isomiso2")]);
    await fileInput.setInputFiles({ name: "clip.mp4", mimeType: "video/mp4", buffer: bytes });
    const [answer] = await Promise.all([
      page.waitForResponse(/\/attachment\/\d+\/file$/),
      panel.getByRole("button", { name: "View clip.mp4" }).click(),
    ]);
    expect([answer.status(), answer.headers()["content-range"]]).toEqual([206, "bytes 0-23/24"]);
    // It contains no frames, which the browser reports in the place of the video.
    await expect(page.getByRole("dialog", { name: "clip.mp4" }).getByRole("alert")).toBeVisible();
  });
});

test("an editor sets the opening view and the thumbnail, and everyone gets them", async ({ page, browser }) => {
  const slide = await placeSlide({ file: fixturePath("pyramid.tif") });
  await signIn(page, "teacher");
  await openSlide(page, slide.path);
  await slideOn(page).focus();
  for (const key of ["+", "+", "ArrowRight", "r"]) await page.keyboard.press(key);
  await waitUntilSharp(page);
  await page.keyboard.press("Shift+O");
  await openingPanel(page).getByRole("button", { name: "Set as opening view" }).click();
  await expect(page.getByText("Position saved!")).toBeVisible();

  await test.step("the thumbnail is shown before it is saved", async () => {
    await openingPanel(page).getByRole("button", { name: "Capture thumbnail" }).click();
    const preview = openingPanel(page).getByRole("img", { name: "Thumbnail preview" });
    await expect(preview).toHaveJSProperty("naturalWidth", 512);
    await expect(preview).toHaveJSProperty("naturalHeight", 320);
    await keepPicture(page, "thumbnail");
    await expectAccessible(page, { part: "aside[data-size=normal]" });
    await openingPanel(page).getByRole("button", { name: "Save" }).click();
    await expect(page.getByText("Thumbnail saved")).toBeVisible();
  });

  const api = await callsOf("learner");
  const image = await api.getImage(slide.imageId);
  expect([image.rotation, image.isThumbnailOwn]).toEqual([45, true]);

  await test.step("a learner starts at the opening view", async () => {
    const context = await browser.newContext();
    const other = await context.newPage();
    await signIn(other, "learner");
    await openSlide(other, `${page.url().split(sitePath("/"))[0]}${slide.path}`);
    await slideOn(other).focus();
    await other.keyboard.press("r");
    await expect.poll(() => viewInAddress(other)).toMatch(/,90$/);
    const [x = 0, y = 0, zoom = 0] = viewInAddress(other).split(",").map(Number);
    expect(Math.abs(x - (image.center?.[0] ?? 0))).toBeLessThan(2);
    expect(Math.abs(y - (image.center?.[1] ?? 0))).toBeLessThan(2);
    expect(Math.abs(zoom - (image.zoom ?? 0))).toBeLessThan(0.02);
    await other.keyboard.press("Shift+O");
    await expect(openingPanel(other)).toHaveCount(0);
    await context.close();
  });
});
