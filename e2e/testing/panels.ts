/** The panels of the slide page, read from the page itself, so that added tools are checked like all others. */
import { expect, type Locator, type Page } from "@playwright/test";

/**
 * Shortcuts that open no panel: share, copy the link, the background, the list of shortcuts, the names of the tools.
 */
const WITHOUT_PANEL = ["Shift+L", "L", "B", "?", "Shift+X"];
const MORE_KEY = "X";

export interface OfferedPanel {
  /** As printed: `G`, `Shift+M`. */
  readonly shortcut: string;
  /** Label of its button, in the page's language. */
  readonly label: string;
}

/** The open panel. */
export const panelOn = (page: Page): Locator => page.locator("aside[aria-labelledby]");

export const toolsOn = (page: Page): Locator => page.getByRole("toolbar", { name: /^(Tools|Werkzeuge)$/ });

/** Presses a shortcut given as printed on the page. */
export const pressShortcut = (page: Page, shortcut: string): Promise<void> =>
  page.keyboard.press(shortcut.length === 1 ? shortcut.toLowerCase() : shortcut);

export async function openMoreTools(page: Page): Promise<void> {
  await toolsOn(page).locator(`button[aria-keyshortcuts="${MORE_KEY}"]`).click();
  await expect(panelOn(page).locator("li > button").first()).toBeVisible();
}

/** Opens each panel available to the user on this slide; ends with no panel open. */
export async function offeredPanels(page: Page): Promise<readonly OfferedPanel[]> {
  await openMoreTools(page);
  const ofBar = toolsOn(page).locator("button[aria-pressed][aria-keyshortcuts]");
  const ofMenu = panelOn(page).locator("li > button[aria-keyshortcuts]");
  const read = (buttons: Locator): Promise<OfferedPanel[]> =>
    buttons.evaluateAll((elements) =>
      elements.map((element) => ({
        shortcut: element.getAttribute("aria-keyshortcuts") ?? "",
        label: element.getAttribute("aria-label") ?? element.querySelector("span")?.textContent ?? "",
      })),
    );
  const panels = [...(await read(ofBar)), ...(await read(ofMenu))];
  await page.keyboard.press("Escape");
  await expect(panelOn(page)).toHaveCount(0);
  // On small screens the toolbar has a switch for the list of annotations, which is not a panel.
  return panels.filter(({ shortcut }) => ![...WITHOUT_PANEL, MORE_KEY, "S", "C"].includes(shortcut));
}

/** Opens a panel by its shortcut. */
export async function openPanel(page: Page, { shortcut }: OfferedPanel): Promise<Locator> {
  await pressShortcut(page, shortcut);
  const panel = panelOn(page);
  await expect(panel).toBeVisible();
  return panel;
}

/** Opens a panel by touch: by its row in the menu of further tools, which on small screens contains all of them. */
export async function tapPanel(page: Page, { shortcut }: OfferedPanel): Promise<Locator> {
  await openMoreTools(page);
  await panelOn(page).locator(`li > button[aria-keyshortcuts="${shortcut}"]`).click();
  const panel = panelOn(page);
  await expect(panel.locator(`li > button[aria-keyshortcuts="${MORE_KEY}"]`)).toHaveCount(0);
  await expect(panel).toBeVisible();
  return panel;
}
