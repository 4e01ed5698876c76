import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, test } from "./testing/journey.ts";
import { keepPicture, waitUntilSharp } from "./testing/slide-page.ts";
import { type PlacedSlide, placeSlide } from "./testing/slides.ts";

const WIDTHS = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } } as const;
const SCHEMES = ["light", "dark"] as const;
const GRAVE = ["serious", "critical"];

let slide: PlacedSlide;

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
});

interface Screen {
  readonly name: string;
  readonly path: () => string;
  ready(page: Page): Promise<void>;
}

const SCREENS: readonly Screen[] = [
  {
    name: "courses",
    path: () => "/s1/",
    ready: (page) => expect(page.getByRole("heading", { name: "Courses" })).toBeVisible(),
  },
  {
    name: "course",
    path: () => `/s1/course${slide.courseId}/`,
    ready: (page) => expect(page.getByRole("link", { name: slide.title })).toBeVisible(),
  },
  {
    name: "upload",
    path: () => "/s1/upload",
    ready: (page) => expect(page.getByRole("button", { name: "Choose files" })).toBeVisible(),
  },
  {
    name: "slide",
    path: () => slide.path,
    async ready(page) {
      await waitUntilSharp(page);
      if (page.viewportSize()?.width === WIDTHS.phone.width)
        await page.getByRole("button", { name: "Annotations", exact: true }).click();
      await page.getByRole("button", { name: /An area/ }).click();
      await expect(page.getByRole("dialog", { name: "An area" })).toBeVisible();
    },
  },
];

for (const [width, viewport] of Object.entries(WIDTHS)) {
  for (const scheme of SCHEMES) {
    test(`axe finds nothing serious on any screen: ${width}, ${scheme}`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: "reduce" });
      const found: string[] = [];
      const look = async (name: string) => {
        await keepPicture(page, `${name}-${width}-${scheme}`);
        const { violations } = await new AxeBuilder({ page }).analyze();
        for (const { id, impact, nodes } of violations)
          if (GRAVE.includes(impact ?? ""))
            for (const { html, failureSummary } of nodes) found.push(`${name}: ${id}: ${html}\n${failureSummary}`);
      };
      await page.goto("/sign-in");
      await expect(page.getByRole("textbox", { name: "Password" })).toBeVisible();
      await look("sign-in");
      await signIn(page, "teacher");
      for (const { name, path, ready } of SCREENS) {
        await page.goto(path());
        await ready(page);
        await look(name);
      }
      expect(found).toEqual([]);
    });
  }
}
