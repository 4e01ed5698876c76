// Slices: annotation, note, slide, work-group
/** Notes, work groups, and the three spaces of the sidebar. */
import type { Locator, Page } from "@playwright/test";
import { annotationsIn, chooseTool, clickAt, saveAs } from "./testing/annotator.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, loginOf, shareSite, signIn, test } from "./testing/journey.ts";
import { keepPicture, openSlide, waitUntilSharp } from "./testing/slide-page.ts";
import { type PlacedSlide, placeSlide } from "./testing/slides.ts";

let slide: PlacedSlide;
shareSite();
test.beforeAll(async () => {
  slide = await placeSlide({ courseTitle: "Notes and work groups" });
});

const toast = (page: Page, text: string | RegExp): Locator => page.getByRole("alert").filter({ hasText: text });
const space = (page: Page, name: string): Locator => page.getByRole("button", { name, exact: true });
const notesIn = (page: Page): Locator => page.getByRole("list", { name: "Notes" }).getByRole("listitem");

async function openNotes(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Notes", exact: true }).click();
}

async function addNote(page: Page, content: string): Promise<void> {
  await page.getByRole("textbox", { name: "New note" }).fill(content);
  await page.getByRole("button", { name: "Add note" }).click();
}

async function writeNote(page: Page): Promise<void> {
  await space(page, "My space").click();
  await openNotes(page);
  await expect(page.getByRole("button", { name: "Add note" })).toBeDisabled();
  await page.getByRole("textbox", { name: "New note" }).fill("   ");
  await expect(page.getByRole("button", { name: "Add note" })).toBeDisabled();

  await addNote(page, "Macula densa\nat 3 o'clock");
  await expect(toast(page, "Note added")).toBeVisible();
  await expect(notesIn(page)).toContainText(["Macula densa\nat 3 o'clock"]);
  // For a moment the list can contain it from the server and, "not saved yet", from the outbox.
  await expect(notesIn(page)).toHaveCount(1);
  await keepPicture(page, "notes-own");

  await page.getByRole("button", { name: "Edit note" }).click();
  await page.getByRole("textbox", { name: "Edit note" }).fill("Juxtaglomerular");
  await page.getByRole("textbox", { name: "Edit note" }).press("Control+Enter");
  await expect(toast(page, "Note updated")).toBeVisible();
  await expect(notesIn(page)).toContainText(["Juxtaglomerular"]);

  await page.getByRole("textbox", { name: "New note" }).fill("Half a thou");
  await page.getByRole("button", { name: "Delete note" }).click();
  await expect(toast(page, "Note deleted")).toBeVisible();
  await expect(notesIn(page)).toHaveCount(0);
  await toast(page, "Note deleted").getByRole("button", { name: "Undo" }).click();
  await expect(notesIn(page)).toContainText(["Juxtaglomerular"]);

  await page.reload();
  await waitUntilSharp(page);
  await space(page, "My space").click();
  // Expanded as before.
  await expect(page.getByRole("textbox", { name: "New note" })).toHaveValue("Half a thou");
  await expect(notesIn(page)).toContainText(["Juxtaglomerular"]);
}

/** Notes are open, with one of them. */
async function writeOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await addNote(page, "In the lecture hall");
  await expect(notesIn(page)).toContainText(["not saved yet"]);
  await page.context().setOffline(false);
  await expect(toast(page, "Note added")).toBeVisible();
  await expect(notesIn(page)).not.toContainText(["not saved yet"]);
  await page.reload();
  await expect(notesIn(page)).toContainText(["In the lecture hall"]);
}

async function openSections(page: Page): Promise<void> {
  const section = (name: string) => page.getByRole("complementary").getByRole("button", { name, exact: true });
  await expect(section("Annotations")).toHaveAttribute("aria-expanded", "true");
  await expect(section("Notes")).toHaveAttribute("aria-expanded", "false");
  await section("Notes").focus();
  await page.keyboard.press("Enter");
  await section("Annotations").press("Enter");
  await page.reload();
  await waitUntilSharp(page);
  await expect(section("Annotations")).toHaveAttribute("aria-expanded", "false");
  await expect(section("Notes")).toHaveAttribute("aria-expanded", "true");
  await space(page, "My space").click();
  await expect(section("Annotations")).toHaveAttribute("aria-expanded", "true");
  await expect(section("Notes")).toHaveAttribute("aria-expanded", "false");
}

test("a learner keeps notes", async ({ page }) => {
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  await test.step("the sidebar remembers which sections are open, separately for each space", () => openSections(page));
  await test.step("a personal note: added, changed, deleted, restored; a draft survives a reload", () =>
    writeNote(page));
  await test.step("a note that is written offline is sent once there is a connection", () => writeOffline(page));
});

test("a work group: created, joined, annotated and noted in, and inaccessible to a removed member", async ({
  browser,
  baseURL,
}) => {
  // Two people at once.
  test.slow();
  const url = baseURL ?? "";
  const open = async (person: "learner" | "other-learner"): Promise<Page> => {
    const context = await browser.newContext({ baseURL: url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await signIn(page, person);
    await openSlide(page, slide.path);
    await space(page, "Group space").click();
    return page;
  };
  const leo = await open("learner");
  await expect(leo.getByText("You are not in a work group yet.")).toBeVisible();
  await keepPicture(leo, "groups-none");
  await leo.getByRole("button", { name: "New work group" }).click();
  await leo.getByRole("textbox", { name: "Title" }).fill("Kidney team");
  await leo.getByRole("textbox", { name: "Title" }).press("Enter");

  const people = leo.getByRole("dialog", { name: "Work group “Kidney team”" });
  const email = people.getByRole("textbox", { name: "Email address" });
  await email.fill("no address");
  await email.press("Enter");
  await expect(people.getByText("Enter a valid email address.")).toBeVisible();
  await email.fill("nobody@example.org");
  await email.press("Enter");
  await expect(toast(leo, "Error. User not found")).toBeVisible();
  await expect(toast(leo, "Sorry!")).toHaveCount(0);
  await email.fill(loginOf("other-learner"));
  await email.press("Enter");
  await expect(people.getByRole("listitem").filter({ hasText: "Lou Learner" })).toBeVisible();
  await keepPicture(leo, "groups-people");
  await expectAccessible(leo);
  await leo.keyboard.press("Escape");
  await expect(leo.getByRole("combobox", { name: "Work group" })).toHaveValue(/\d+/);

  await chooseTool(leo, "Point");
  await clickAt(leo, [0.3, 0.4]);
  await saveAs(leo, "Ours");
  await openNotes(leo);
  await addNote(leo, "Discuss on Friday");
  await expect(toast(leo, "Note added")).toBeVisible();
  await keepPicture(leo, "groups-space");
  await expectAccessible(leo);
  await space(leo, "Expert").click();
  await expect(annotationsIn(leo).filter({ hasText: "Ours" })).toHaveCount(0);

  const lou = await open("other-learner");
  await expect(lou.getByText("Choose a work group to see its annotations and notes.")).toBeVisible();
  await expect(annotationsIn(lou)).toHaveCount(0);
  await lou.getByRole("combobox", { name: "Work group" }).selectOption("Kidney team");
  await expect(annotationsIn(lou).filter({ hasText: "Ours" })).toHaveCount(1);
  await openNotes(lou);
  await expect(notesIn(lou)).toContainText(["Discuss on Friday"]);
  await expect(lou.getByRole("button", { name: "Delete note" })).toHaveCount(0);

  await space(leo, "Group space").click();
  await leo.getByRole("button", { name: "Members and settings" }).click();
  await leo.getByRole("button", { name: "Remove Lou Learner from the group" }).click();
  await expect(people.getByRole("listitem")).toHaveCount(1);
  // The group that was chosen before is remembered, and no longer there.
  await lou.reload();
  await waitUntilSharp(lou);
  await space(lou, "Group space").click();
  await expect(toast(lou, "Error. Work groups are not available")).toBeVisible();
  await expect(lou.getByText("You are not in a work group yet.")).toBeVisible();
  await expect(annotationsIn(lou)).toHaveCount(0);

  await people.getByRole("button", { name: "Delete group" }).click();
  await people.getByRole("button", { name: "Delete group" }).click();
  await expect(toast(leo, "Workgroup(s) deleted")).toBeVisible();
  await expect(leo.getByText("You are not in a work group yet.")).toBeVisible();
  await toast(leo, "Workgroup(s) deleted").getByRole("button", { name: "Undo" }).click();
  await leo.getByRole("combobox", { name: "Work group" }).selectOption("Kidney team");
  await expect(annotationsIn(leo).filter({ hasText: "Ours" })).toHaveCount(1);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a note is added from the sheet at the bottom", async ({ page }) => {
    await signIn(page, "expert");
    await openSlide(page, slide.path);
    await page.getByRole("button", { name: "Annotations", exact: true }).tap();
    await space(page, "My space").tap();
    await page.getByRole("button", { name: "Notes", exact: true }).tap();
    await page.getByRole("textbox", { name: "New note" }).fill("Seen on the train");
    await page.getByRole("button", { name: "Add note" }).tap();
    await expect(notesIn(page)).toContainText(["Seen on the train"]);
    await keepPicture(page, "notes-phone");
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await space(page, "Group space").tap();
    await expect(page.getByRole("button", { name: "New work group" })).toBeVisible();
    await keepPicture(page, "groups-phone");
  });
});
