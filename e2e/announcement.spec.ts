// Slices: announcement, consent, session, site

import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, openSignIn, signIn, sitePath, test } from "./testing/journey.ts";
import { placeSlide } from "./testing/slides.ts";

// A first visit: the others have accepted cookies.
test.use({ storageState: { cookies: [], origins: [] } });

const DAY_S = 24 * 60 * 60;

test("an administrator announces, a learner closes it for 90 days; cookies are accepted, and changed from the footer", async ({
  page,
  browser,
}) => {
  const slide = await placeSlide({ courseTitle: "Kidney" });
  const admin = await callsOf("admin");
  const trackingUrl = { value: "https://stats.example.org/matomo.php?idsite=1" };
  await admin.call("PUT", "/options/", { trackingUrl });
  await admin.call("POST", "/v2/announcements", {
    content: { en: "<p>Exam week</p>", de: "<p>Prüfungswoche</p>" },
    readers: ["learner"],
    sticky: true,
  });

  // Written by an administrator.
  await signIn(page, "admin");
  await page.goto(sitePath("/manage/announcements"));
  await page.getByRole("button", { name: "Add announcement" }).click();
  const dialog = page.getByRole("dialog", { name: "Add announcement" });
  await dialog.getByRole("textbox", { name: "Text (English)" }).fill("Maintenance on Friday");
  await dialog.getByRole("checkbox", { name: "Guests" }).uncheck();
  await expectAccessible(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  const list = page.getByRole("list").filter({ hasText: "Maintenance on Friday" });
  await expect(list.getByRole("listitem")).toHaveCount(2);
  await expect(page.getByRole("region", { name: "Announcement", exact: true })).toContainText("Maintenance on Friday");

  // Seen by a learner, on a first visit with the form; a guest sees none.
  const visit = await browser.newContext();
  const learner = await visit.newPage();
  const counted: string[] = [];
  await visit.route("https://stats.example.org/**", (route) => {
    counted.push(route.request().url());
    return route.fulfill({ status: 204 });
  });
  await openSignIn(learner);
  const cookies = learner.getByRole("region", { name: "Cookies" });
  const banner = learner.getByRole("region", { name: "Announcement", exact: true });
  await expect(cookies).toBeVisible();
  await expect(banner).toHaveCount(0);
  await expect(learner.getByRole("textbox", { name: "Email or username" })).toBeFocused();
  await expectAccessible(learner);
  await signIn(learner, "learner");
  await learner.goto(slide.path);
  await expect(learner.locator("[role=application][data-sharp]")).toBeVisible();
  await expect(banner).toContainText("Exam week");
  await expect(cookies).toBeVisible();
  await expectAccessible(learner);
  // The slide fills the space between both.
  const bottom = await learner.getByRole("main").evaluate((main) => main.getBoundingClientRect().bottom);
  const top = await cookies.evaluate((region) => region.getBoundingClientRect().top);
  expect(Math.abs(bottom - top)).toBeLessThanOrEqual(1);
  expect(counted).toEqual([]);

  // Accepted with tracking; one is closed, the sticky one stays.
  await cookies.getByRole("checkbox", { name: "Tracking" }).check();
  await cookies.getByRole("button", { name: "Accept selection" }).click();
  await expect(cookies).toHaveCount(0);
  await expect
    .poll(() => counted.map((url) => new URL(new URL(url).searchParams.get("url") ?? "").pathname))
    .toEqual([slide.path]);
  await expect(banner.getByRole("button", { name: "Close announcement" })).toHaveCount(0);
  await banner.getByRole("button", { name: "Next announcement" }).click();
  await expect(banner).toContainText("Maintenance on Friday");
  await banner.getByRole("button", { name: "Close announcement" }).click();
  await expect(banner).toContainText("Exam week");
  await learner.goto(sitePath("/"));
  await expect(banner).toContainText("Exam week");
  await expect(banner.getByRole("button")).toHaveCount(0);
  const lasting = (await visit.cookies()).filter(({ name }) => /^parfocal-(announcement|consent)/.test(name));
  expect(lasting.map(({ expires }) => Math.round((expires - Date.now() / 1000) / DAY_S))).toEqual([90, 90]);

  // Changed from the footer.
  await learner.getByRole("contentinfo").getByRole("button", { name: "Cookies" }).click();
  await expect(cookies).toBeFocused();
  await cookies.getByRole("checkbox", { name: "Tracking" }).uncheck();
  await cookies.getByRole("button", { name: "Accept selection" }).click();
  await expect(learner.getByRole("contentinfo").getByRole("button", { name: "Cookies" })).toBeFocused();
  const before = counted.length;

  // An embedded page shows neither, and counts nothing.
  await visit.clearCookies({ name: /^parfocal-/ });
  await learner.goto(`${slide.path}?embed=1`);
  await expect(learner.locator("[role=application][data-sharp]")).toBeVisible();
  await expect(learner.getByRole("button", { name: /^Account/ })).toBeVisible();
  await expect(cookies).toHaveCount(0);
  await expect(banner).toHaveCount(0);
  expect(counted).toHaveLength(before);
  await visit.close();
});
