// Slices: manage, session, site, user
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, openSignIn, signIn, sitePath, test } from "./testing/journey.ts";

test("an administrator names the site and sets links, which every visitor then finds in the footer of each page", async ({
  page,
  browser,
}) => {
  await signIn(page, "admin");
  await page.goto(sitePath("/manage"));
  await page.getByRole("navigation", { name: "Administration" }).getByRole("link", { name: "Options" }).click();
  const form = page.getByRole("form", { name: "Options" });
  const field = (name: string) => form.getByRole("textbox", { name, exact: true });
  await field("Site name").fill("Institute of Anatomy");
  await field("Support").fill("help@example.org");
  await field("Imprint").fill("example.org/imprint");
  await field("Addresses of this site").fill("https://slides.example.edu");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("Enter a URL that starts with https://.")).toBeVisible();
  await expectAccessible(page);
  await field("Imprint").fill("https://example.org/imprint");
  await form.getByRole("button", { name: "Save" }).click();
  const foot = page.getByRole("contentinfo").getByRole("navigation", { name: "About this site" });
  await expect(foot.getByRole("link", { name: "Imprint" })).toHaveAttribute("href", "https://example.org/imprint");
  await expect(foot.getByRole("link", { name: "Support" })).toHaveAttribute("href", "mailto:help@example.org");
  await expect(foot.getByRole("link")).toHaveCount(2);
  await page.reload();
  await expect(field("Addresses of this site")).toHaveValue("https://slides.example.edu");

  const elsewhere = await browser.newContext();
  const guest = await elsewhere.newPage();
  await openSignIn(guest);
  await expect(guest.getByText("Institute of Anatomy")).toBeVisible();
  await expect(guest.getByRole("link", { name: "Imprint" })).toBeVisible();
  await expectAccessible(guest);
  await elsewhere.close();
});

test("a teacher finds neither options nor people", async ({ page }) => {
  await signIn(page, "teacher");
  await test.step("a teacher finds no options, nor by URL", async () => {
    await page.goto(sitePath("/manage/options"));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "Options" })).toHaveCount(0);
    await expect(page.getByRole("form", { name: "Options" })).toHaveCount(0);
  });
  await test.step("a teacher finds no people to administer, nor by URL", async () => {
    await page.goto(sitePath("/manage/people"));
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("link", { name: "People" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Add person" })).toHaveCount(0);
  });
});
