// Slices: annotation, case, colour, counting, course, grid, measuring, note, slide, upload, viewer
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { goWithinPage } from "./testing/go-within-page.ts";
import { DEMO_PASSWORD, expect, loginOf, openSignIn, sitePath, test } from "./testing/journey.ts";
import { offeredPanels, openMoreTools, openPanel, panelOn } from "./testing/panels.ts";
import { placeSerialCase } from "./testing/serial-slides.ts";
import { keepPicture, waitUntilSharp } from "./testing/slide-page.ts";

test.use({ locale: "de-DE" });

/** Of a missing text: the name of a slice, and a key. */
const SOURCES = join(import.meta.dirname, "../apps/web/src");
const SLICES = readdirSync(SOURCES, { withFileTypes: true })
  .filter((wing) => wing.isDirectory())
  .flatMap((wing) => [wing.name, ...readdirSync(join(SOURCES, wing.name))])
  .filter((name) => !name.includes("."))
  .map((folder) => folder.replaceAll(/-(\w)/g, (_hyphen, letter: string) => letter.toUpperCase()))
  .join("|");
const RAW_KEY = new RegExp(`\\b(${SLICES})\\.[a-z]\\w+`);
/** Words that are common on English screens and unused on German ones. */
const ENGLISH =
  /\b(the|of|your|you|sign|slides?|save|courses?|folders?|choose|zoom|rotate|hide|show|where|none|mine|files?|keyboard|close)\b/i;

const PROPER_NAME = /Deep[ -]Zoom/g;

/** All text of the page, including names that only a screen reader announces. */
async function expectGerman(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("lang", "de");
  const texts = await page.evaluate(() => [
    // biome-ignore lint/performance/useDomNodeTextContent: what is not shown is not read
    ...document.body.innerText.split("\n"),
    ...[...document.querySelectorAll("[aria-label], [title], [alt], [placeholder]")].flatMap((element) =>
      ["aria-label", "title", "alt", "placeholder"].map((name) => element.getAttribute(name) ?? ""),
    ),
  ]);
  expect(texts.filter((text) => RAW_KEY.test(text) || ENGLISH.test(text.replaceAll(PROPER_NAME, "")))).toEqual([]);
}

/** Through a wrong password; ends on the first page. */
async function signInInGerman(page: Page): Promise<void> {
  await openSignIn(page);
  await expect(page.getByRole("heading", { name: "Anmelden" })).toBeVisible();
  await expectGerman(page);
  await page.getByRole("textbox", { name: "E-Mail oder Benutzername" }).fill(loginOf("teacher"));
  await page.getByRole("textbox", { name: "Passwort" }).fill("falsch");
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page.getByText("Die Anmeldung ist fehlgeschlagen.")).toBeVisible();
  await page.getByRole("textbox", { name: "Passwort" }).fill(DEMO_PASSWORD);
  await page.getByRole("button", { name: "Anmelden" }).click();
  await expect(page.getByRole("heading", { name: "Kurse" })).toBeVisible();
}

async function expectPanelsInGerman(page: Page): Promise<void> {
  await openMoreTools(page);
  await expectGerman(page);
  await page.keyboard.press("Escape");
  const panels = await offeredPanels(page);
  expect(panels.length).toBeGreaterThan(10);
  for (const offered of panels) {
    await test.step(offered.label, async () => {
      await openPanel(page, offered);
      await keepPicture(page, `panel-${offered.shortcut}-german`);
      await expectGerman(page);
      await panelOn(page).getByRole("button", { name: "Schließen" }).first().click();
      await expect(panelOn(page)).toHaveCount(0);
    });
  }
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog")).toBeVisible();
  await expectGerman(page);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
}

test("a German browser gets German throughout; English, once chosen, is kept", async ({ page }) => {
  test.setTimeout(120_000);
  const serial = await placeSerialCase("Serienschnitte", { title: "Schnittserie" });
  await signInInGerman(page);
  await goWithinPage(page, sitePath(`/course${serial.courseId}/`));
  await expect(page.getByRole("link", { name: "Schnittserie" })).toBeVisible();
  await expectGerman(page);
  await goWithinPage(page, sitePath("/upload"));
  await expect(page.getByRole("heading", { name: "Präparate hochladen" })).toBeVisible();
  await expectGerman(page);
  await goWithinPage(page, serial.path);
  await expect(page.locator("#case-slide-map-0")).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
  await keepPicture(page, "case-german");
  await expectGerman(page);

  await goWithinPage(page, sitePath(`/course${serial.courseId}/i${serial.firstId}/`));
  await waitUntilSharp(page);
  await test.step("in German every panel of the slide page is German, including shortcuts, and a case", () =>
    expectPanelsInGerman(page));
  await page.getByRole("button", { name: "Angaben zum Präparat" }).click();
  await expect(page.getByText(/^1\.200 × \d[\d.]*\spx$/)).toBeVisible();
  await page.getByRole("button", { name: /^Annotieren/ }).click();
  await expect(page.getByRole("heading", { name: "Neue Annotation" })).toBeVisible();
  await keepPicture(page, "slide-german");
  await expectGerman(page);

  await page.getByRole("button", { name: "Konto: Theo Teacher" }).click();
  await page.getByRole("menuitemradio", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "New annotation" })).toBeVisible();
  await page.goto(sitePath("/"));
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.getByRole("heading", { name: "Courses" })).toBeVisible();
});
