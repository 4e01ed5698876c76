// Slices: annotation, colour, grid, measuring, slide, viewer
import type { Locator, Page } from "@playwright/test";
import { annotationsIn, savedToast } from "./testing/annotator.ts";
import { DEMO_PASSWORD, expect, loginOf, openSignIn, signIn, test } from "./testing/journey.ts";
import { offeredPanels, openPanel, panelOn, pressShortcut, toolsOn } from "./testing/panels.ts";
import { keepPicture, magnificationOn, openSlide, slideOn, waitUntilSharp } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";
import { expectFocusToBeSeen, MAX_TABS, tabTo } from "./testing/tab-to.ts";

/** With the focus on the slide. */
async function useTools(page: Page): Promise<void> {
  await page.keyboard.press("m");
  await expect(panelOn(page).getByRole("button", { name: "Close" })).toBeVisible();
  await expect(slideOn(page)).toBeFocused();
  await page.keyboard.press("Space");
  for (let count = 0; count < 3; count += 1) await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Show more" }).press("Enter");
  await expect(panelOn(page).getByRole("listitem")).toHaveCount(1);
  await expect(panelOn(page).getByRole("listitem")).toContainText(/\d\sµm/);
  await page.keyboard.press("Escape");
  await expect(panelOn(page)).toHaveCount(0);

  await page.keyboard.press("g");
  const grid = panelOn(page).getByRole("switch", { name: "Show grid" });
  await tabTo(page, grid);
  await page.keyboard.press("Space");
  await expect(grid).toBeChecked();
  await page.keyboard.press("g");
  await expect(panelOn(page)).toHaveCount(0);
  await expect(slideOn(page)).toBeFocused();

  await page.keyboard.press("k");
  const brightness = panelOn(page).getByRole("slider").first();
  await tabTo(page, brightness);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => new URL(page.url()).searchParams.get("colour")).not.toBeNull();
  await page.keyboard.press("Escape");
  await expect(slideOn(page)).toBeFocused();
}

test("without a mouse: sign in, open a slide, zoom, rotate it, mark a point and save it", async ({ page }) => {
  const slide = await placeSlide({ courseTitle: "Keys alone" });
  await openSignIn(page);
  await expect(page.getByRole("textbox", { name: "Email or username" })).toBeFocused();
  await page.keyboard.type(loginOf("learner"));
  await tabTo(page, page.getByRole("textbox", { name: "Password" }));
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press("Enter");

  const course = page.getByRole("link", { name: slide.courseTitle, exact: true });
  await expect(course).toBeVisible();
  await tabTo(page, course);
  await page.keyboard.press("Enter");
  const card = page.getByRole("link", { name: slide.title, exact: true });
  await expect(card).toBeVisible();
  await tabTo(page, card);
  await page.keyboard.press("Enter");
  await waitUntilSharp(page);
  await tabTo(page, slideOn(page));
  await keepPicture(page, "keyboard-focus");

  const whole = await magnificationOn(page).textContent();
  await page.keyboard.press("+");
  await expect(magnificationOn(page)).not.toHaveText(whole ?? "");
  await page.keyboard.press("r");
  await expect(page.getByText("rotation 45°")).toBeVisible();
  await page.keyboard.press("Shift+R");
  await expect(page.getByText("rotation 45°")).toBeHidden();
  await test.step("without a mouse: a length is measured, the grid is switched on, the colours are changed", () =>
    useTools(page));

  await page.keyboard.press("a");
  await expect(page.getByRole("heading", { name: "New annotation" })).toBeVisible();
  await page.keyboard.press("p");
  await expect(slideOn(page)).toBeFocused();
  await page.keyboard.press("Space");
  await expect(page.getByRole("textbox", { name: "Title" })).toBeFocused();
  await expectFocusToBeSeen(page);
  await page.keyboard.type("Found by keys");
  await page.keyboard.press("Enter");
  await expect(savedToast(page)).toBeVisible();
  await expect(annotationsIn(page).filter({ hasText: "Found by keys" })).toHaveCount(1);
});

/** These act on the slide, which keeps the focus. By their keys. */
const ON_THE_SLIDE = ["M", "Shift+M", "Shift+A", "U"];

const isFocusIn = (panel: Locator) => panel.evaluate((element) => element.contains(document.activeElement));

test("without a mouse: each panel opens and closes by its key, takes the focus, releases it, and returns it", async ({
  page,
}) => {
  test.setTimeout(120_000);
  const slide = await placeSlide({ courseTitle: "Panels by keys" });
  await signIn(page, "teacher");
  await openSlide(page, slide.path);
  await test.step("without a mouse: every tool of the bar is reached with Tab, and the focus is visible", async () => {
    const buttons = await toolsOn(page).getByRole("button").all();
    expect(buttons.length).toBeGreaterThan(10);
    await slideOn(page).focus();
    for (const button of buttons) await tabTo(page, button);
    await slideOn(page).focus();
  });
  const panels = await offeredPanels(page);
  expect(panels.length).toBeGreaterThan(10);
  await expect(slideOn(page)).toBeFocused();

  for (const offered of panels) {
    await test.step(`${offered.label}: ${offered.shortcut}`, async () => {
      const panel = await openPanel(page, offered);
      if (ON_THE_SLIDE.includes(offered.shortcut)) {
        await expect(slideOn(page)).toBeFocused();
      } else {
        await expect.poll(() => isFocusIn(panel)).toBe(true);
        await pressShortcut(page, offered.shortcut);
        await expect(panel).toHaveCount(0);
        await expect(slideOn(page)).toBeFocused();
        await openPanel(page, offered);
      }
      // Once through all of it and out again: nothing traps the focus.
      await panel.getByRole("button", { name: "Close" }).first().focus();
      let presses = 0;
      for (; presses < MAX_TABS && (await isFocusIn(panel)); presses += 1) await page.keyboard.press("Tab");
      expect(presses).toBeLessThan(MAX_TABS);
      await panel.getByRole("button", { name: "Close" }).first().focus();
      await page.keyboard.press("Escape");
      await expect(panel).toHaveCount(0);
      await expect(slideOn(page)).toBeFocused();
    });
  }
});
