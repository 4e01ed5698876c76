import type { Locator, Page } from "@playwright/test";
import { annotationsIn, savedToast } from "./testing/annotator.ts";
import { DEMO_PASSWORD, expect, loginOf, test } from "./testing/journey.ts";
import { keepPicture, magnificationOn, slideOn, waitUntilSharp } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

const MOST_TABS = 60;

/** Presses Tab until it is reached; on the way and there, one must see where the focus is. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let count = 0; count < MOST_TABS; count += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectFocusToBeSeen(page);
      return;
    }
  }
  throw new Error(`Not reached with ${MOST_TABS} times Tab: ${target}`);
}

/** Compares how the focused thing and what is around it look with and without the focus. */
async function expectFocusToBeSeen(page: Page): Promise<void> {
  const { what, isSeen } = await page.evaluate(async () => {
    const focused = document.activeElement as HTMLElement;
    const around = [focused, focused.parentElement, focused.closest("article, li, form")];
    const look = () =>
      around.flatMap((element) =>
        element
          ? [null, "::before", "::after"].map((part) => {
              const style = getComputedStyle(element, part);
              const { outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, content } = style;
              return [outlineStyle, outlineWidth, boxShadow, borderColor, backgroundColor, content].join();
            })
          : [],
      );
    const settled = () => new Promise((resolve) => setTimeout(resolve, 250));
    await settled();
    const withFocus = look().join("\n");
    focused.blur();
    await settled();
    const withoutFocus = look().join("\n");
    focused.focus();
    return { what: focused.outerHTML.slice(0, 120), isSeen: withFocus !== withoutFocus };
  });
  expect(isSeen, `the focus can be seen on ${what}`).toBe(true);
}

test("without a mouse: sign in, open a slide, zoom, turn it, mark a point and save it", async ({ page }) => {
  const slide = await placeSlide({ courseTitle: "Keys alone" });
  await page.goto("/sign-in");
  await expect(page.getByRole("textbox", { name: "Email or user name" })).toBeFocused();
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
