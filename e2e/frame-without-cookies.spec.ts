// Slices: annotation, host-sign-in, session, slide
/**
 * A learner works with a slide in a page of another site, in a browser that blocks third-party cookies. It runs in a
 * separate browser, since that is a setting of the whole browser.
 */
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { openHostSite } from "./testing/host-site.ts";
import { expect, serverOfTheRun, sitePath, test } from "./testing/journey.ts";
import { placeSlide } from "./testing/slides.ts";

const BLOCKED_COOKIES = "--test-third-party-cookie-phaseout";

let context: BrowserContext;
test.beforeEach(async ({ launchOptions, locale, viewport }) => {
  const browser = await chromium.launch({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), BLOCKED_COOKIES],
  });
  context = await browser.newContext({ ...(locale ? { locale } : {}), viewport, reducedMotion: "reduce" });
  // Chromium asks before an internet page can show one of this machine.
  await context.grantPermissions(["local-network-access"]);
});
test.afterEach(() => context.browser()?.close());

const frameOf = (page: Page) => page.frameLocator("iframe[title=Course]");

/** Whether the page stores a cookie that is set for frames. */
const KEEPS_COOKIE = `document.cookie = "probe=1; SameSite=None; Secure"; document.cookie.includes("probe")`;

test("a learner opens a slide and annotates it in a host site's page, without a cookie, until they sign out there", async () => {
  // A browser is started, with an empty cache, and the page is loaded three times.
  test.setTimeout(90_000);
  const { courseId, title } = await placeSlide();
  const host = await openHostSite(context, sitePath(`/course${courseId}/`));
  const page = await context.newPage();
  await page.goto(host.address);
  const frame = frameOf(page);
  await frame.getByRole("link", { name: title, exact: true }).click();
  const slide = frame.getByRole("application");
  await expect(slide).toHaveAttribute("data-sharp", "", { timeout: 20_000 });

  // The browser really stores none there, but would in a top-level page.
  const inFrame = page.frames().find((one) => one.url().startsWith(serverOfTheRun()));
  expect(await inFrame?.evaluate(KEEPS_COOKIE)).toBe(false);
  const ownPage = await context.newPage();
  await ownPage.goto(`${serverOfTheRun()}/health`);
  expect(await ownPage.evaluate(KEEPS_COOKIE)).toBe(true);
  await ownPage.close();

  await frame.getByRole("button", { name: /^Annotate/ }).click();
  await frame
    .getByRole("toolbar", { name: "Drawing tools" })
    .getByRole("button", { name: "Point", exact: true })
    .click();
  await slide.click({ position: { x: 300, y: 250 } });
  await frame.getByRole("textbox", { name: "Title" }).fill("A glomerulus");
  const taken = page.waitForResponse(
    (answer) => answer.request().method() === "POST" && new URL(answer.url()).pathname.endsWith("/v2/annotation"),
  );
  await frame.getByRole("button", { name: "Save", exact: true }).click();
  expect((await taken).ok()).toBe(true);

  await page.reload();
  await frame.getByRole("link", { name: title, exact: true }).click();
  await expect(slide).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
  await frame.getByRole("button", { name: "My space", exact: true }).click();
  await expect(frame.getByRole("list", { name: "Annotations on this slide" })).toContainText("A glomerulus");
  // These belong to this test, and to its configuration.
  const ownCookies = new Set(["probe", "parfocal-consent"]);
  expect((await context.cookies(serverOfTheRun())).filter(({ name }) => !ownCookies.has(name))).toEqual([]);

  // Nobody is signed in there any more: its content is hidden, and no page signs in within the frame.
  host.isSignedIn = false;
  await page.reload();
  await expect(frame.getByRole("alert")).toContainText("You are signed out");
  await expect(frame.getByRole("textbox")).toHaveCount(0);
  await expect(frame.getByText(title)).toHaveCount(0);
  host.isSignedIn = true;
  await frame.getByRole("link", { name: "Try again" }).click();
  await expect(frame.getByRole("link", { name: title, exact: true })).toBeVisible();
});
