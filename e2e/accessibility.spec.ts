// Slices: about, annotation, annotation-editing, annotation-exchange, annotation-style, colour, counting, course, grid, measuring, note, share, slide, stain, upload, viewer, work-group
import type { Page } from "@playwright/test";
import { placeAnnotations } from "./testing/annotations.ts";
import { annotationsIn } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expectAccessible, findInaccessible } from "./testing/expect-accessible.ts";
import { goWithinPage } from "./testing/go-within-page.ts";
import { expect, shareSite, signIn, sitePath, test } from "./testing/journey.ts";
import { offeredPanels, openMoreTools, openPanel, panelOn, tapPanel } from "./testing/panels.ts";
import { keepPicture, openSlide, waitUntilSharp } from "./testing/slide-page.ts";
import { type PlacedSlide, placeSlide } from "./testing/slides.ts";

const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;

let slide: PlacedSlide;

shareSite();
test.beforeAll(async () => {
  slide = await placeSlide({ courseTitle: "For everybody" });
  const expert = await callsOf("expert");
  const mark = { imageId: slide.imageId, typeId: 211, geometry: "POLYGON((300 300,700 300,700 600,300 600,300 300))" };
  await expert.call("POST", "/v2/annotation", {
    ...mark,
    title: "An area",
    content: "What it is",
    includeMeasurement: true,
  });
  await placeAnnotations("learner", slide.imageId, ["Of a student"]);
});

test("the check detects known problems, in the dark scheme too", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await page.goto("/sign-in");
  await expect(page.getByRole("textbox", { name: "Password" })).toBeVisible();
  await page.evaluate(() => {
    const faults = document.createElement("div");
    faults.innerHTML = '<img src="/favicon.svg" width="20"><p>Dark on dark</p>';
    // The page's policy allows no style attributes in markup.
    const text = faults.querySelector("p");
    const inFront = { position: "fixed", top: "0", left: "0", zIndex: "9999" };
    if (text) Object.assign(text.style, { ...inFront, color: "#333", background: "var(--mantine-color-body)" });
    document.querySelector("#root")?.append(faults);
  });
  const found = await findInaccessible(page, { dark: true });
  expect(found.map((finding) => finding.split(": <")[0])).toEqual(["image-alt", "dark: color-contrast"]);
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "light");
});

const isPhone = (page: Page) => page.viewportSize()?.width === WIDTHS.phone.width;

/** The list beside the slide; on a phone it is a sheet. */
async function showList(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole("button", { name: "Annotations", exact: true }).click();
}

interface Screen {
  readonly name: string;
  readonly path: () => string;
  ready(page: Page): Promise<void>;
}

const SCREENS: readonly Screen[] = [
  {
    name: "courses",
    path: () => sitePath("/"),
    ready: (page) => expect(page.getByRole("heading", { name: "Courses" })).toBeVisible(),
  },
  {
    name: "course",
    path: () => sitePath(`/course${slide.courseId}/`),
    ready: (page) => expect(page.getByRole("link", { name: slide.title })).toBeVisible(),
  },
  {
    name: "upload",
    path: () => sitePath("/upload"),
    ready: (page) => expect(page.getByRole("button", { name: "Choose files" })).toBeVisible(),
  },
  {
    name: "slide",
    path: () => slide.path,
    async ready(page) {
      await waitUntilSharp(page);
      await showList(page);
      await annotationsIn(page).locator("[data-annotation]").filter({ hasText: "An area" }).click();
      await expect(page.getByRole("dialog", { name: "An area" })).toBeVisible();
    },
  },
];

for (const [width, viewport] of Object.entries(WIDTHS)) {
  test(`axe finds no serious problem on any screen: ${width}`, async ({ page }) => {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    const look = async (name: string) => {
      await keepPicture(page, `${name}-${width}`);
      // The colours are the same on a phone.
      await expectAccessible(page, { name, dark: width === "desktop" });
    };
    await page.goto("/sign-in");
    await expect(page.getByRole("textbox", { name: "Password" })).toBeVisible();
    await look("sign-in");
    const scheme = page.locator("html");
    await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "light");
    await page.emulateMedia({ colorScheme: "dark" });
    await expect(scheme).toHaveAttribute("data-mantine-color-scheme", "dark");
    await page.emulateMedia({ colorScheme: "light" });
    await signIn(page, "teacher");
    const [first, ...others] = SCREENS as [Screen, ...Screen[]];
    await page.goto(first.path());
    await first.ready(page);
    await look(first.name);
    for (const { name, path, ready } of others) {
      await goWithinPage(page, path());
      await ready(page);
      await look(name);
    }
  });
}

for (const [width, surround] of [
  ["desktop", "dark"],
  ["phone", "light"],
] as const) {
  test(`axe finds no serious problem in any panel of the slide page: ${width}, ${surround} surround`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.setViewportSize(WIDTHS[width]);
    await page.emulateMedia({ colorScheme: surround, reducedMotion: "reduce" });
    await signIn(page, "teacher");
    await openSlide(page, slide.path);
    if (surround === "light") await page.keyboard.press("b");
    await openMoreTools(page);
    await keepPicture(page, `panel-more-${width}-${surround}`);
    await expectAccessible(page, { name: "more tools" });
    await page.keyboard.press("Escape");
    const panels = await offeredPanels(page);
    expect(panels.length).toBeGreaterThan(10);
    for (const offered of panels) {
      await (isPhone(page) ? tapPanel(page, offered) : openPanel(page, offered));
      await keepPicture(page, `panel-${offered.shortcut}-${width}-${surround}`);
      await expectAccessible(page, { name: offered.label, part: "aside[aria-labelledby]" });
      await panelOn(page).getByRole("button", { name: "Close" }).first().click();
      await expect(panelOn(page)).toHaveCount(0);
    }
    await page.keyboard.press("b");
    await openMoreTools(page);
    await expectAccessible(page, { name: "the other surround" });
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectAccessible(page, { name: "keys", part: "[role=dialog]" });
  });
}

for (const [width, viewport] of Object.entries(WIDTHS)) {
  test(`axe finds no serious problem in the annotator and the dialogs of annotations: ${width}`, async ({ page }) => {
    test.setTimeout(90_000);
    await page.setViewportSize(viewport);
    await page.emulateMedia({ reducedMotion: "reduce" });
    await signIn(page, "expert");
    await openSlide(page, slide.path);
    await showList(page);
    await page.getByRole("combobox", { name: "Show" }).selectOption({ label: "All" });
    const look = async (name: string, part = "") => {
      await keepPicture(page, `${name}-${width}`);
      await expectAccessible(page, { name, part });
    };
    const choose = async (title: string, action: string) => {
      await page
        .getByRole("button", { name: `More: ${title}`, exact: true })
        .last()
        .click();
      await page.getByRole("menuitem", { name: action, exact: true }).click();
    };
    const closeDialog = async (name: string | RegExp) => {
      await page.keyboard.press("Escape");
      await expect(page.getByRole("dialog", { name })).toBeHidden();
    };
    for (const [title, action, dialog] of [
      ["An area", "History", /^History/],
      ["An area", "Delete", "Delete this annotation?"],
      ["Of a student", "Convert to an expert annotation", "Convert to an expert annotation?"],
      ["Of a student", "Publish as an expert annotation", "Publish as an expert annotation?"],
    ] as const) {
      await choose(title, action);
      await expect(page.getByRole("dialog", { name: dialog })).toBeVisible();
      await look(`annotation-${action}`, "[role=dialog]");
      await closeDialog(dialog);
    }
    await page.getByRole("button", { name: "Deleted annotations" }).click();
    await expect(page.getByRole("dialog", { name: "Deleted annotations" })).toBeVisible();
    await look("annotation-bin", "[role=dialog]");
    await closeDialog("Deleted annotations");
    await page.getByRole("button", { name: /^Annotate/ }).click();
    await expect(page.getByRole("heading", { name: "New annotation" })).toBeVisible();
    await look("annotator");
  });
}
