/** Reaches a control without a mouse. */
import { expect, type Locator, type Page } from "@playwright/test";

/** The courses of all previous tests are on the first page. */
export const MAX_TABS = 400;

/** Presses Tab until the target is reached; the focus must be visible on the way and there. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let count = 0; count < MAX_TABS; count += 1) {
    await page.keyboard.press("Tab");
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectFocusToBeSeen(page);
      return;
    }
  }
  throw new Error(`Not reached with ${MAX_TABS} times Tab: ${target}`);
}

/** Compares the appearance of the focused element and its surroundings with and without the focus. */
export async function expectFocusToBeSeen(page: Page): Promise<void> {
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
    const settled = async () => {
      await new Promise(requestAnimationFrame);
      for (const animation of document.getAnimations())
        if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    };
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
