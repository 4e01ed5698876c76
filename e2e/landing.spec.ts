// Slices: enrollment, registration, session, site
/** A guest on the landing page creates an account through the link in an email. */
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, serverOfTheRun, signIn, sitePath, test } from "./testing/journey.ts";
import { registrationLinkTo } from "./testing/mail-link.ts";
import { sharedServer } from "./testing/shared-server.ts";

const PASSWORD = "correct horse battery staple";
const EMAIL = "ada.landing@example.test";

test("a guest finds sign-in, the site's QR code and registration, and becomes a learner", async ({ page, browser }) => {
  await signIn(page, "admin");
  await page.goto(sitePath("/manage/options"));
  await page.getByRole("switch", { name: "Registration is open" }).check({ force: true });
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Options saved")).toBeVisible();

  const guests = await browser.newContext({ baseURL: serverOfTheRun() });
  const guest = await guests.newPage();
  await guest.goto(sitePath("/"));
  await expect(guest.getByRole("textbox", { name: "Email or username" })).toBeVisible();
  const code = guest.getByRole("img", { name: `QR code for ${serverOfTheRun()}${sitePath("/")}` });
  await expect(code).toBeVisible();
  await expect(code).toHaveCSS("max-width", "500px");
  await expectAccessible(guest);
  await guest.getByRole("link", { name: "Create an account" }).click();
  await guest.getByRole("textbox", { name: "Name" }).fill("Ada Lovelace");
  await guest.getByRole("textbox", { name: "Email address" }).fill(EMAIL);
  await guest.getByRole("button", { name: "Send link" }).click();
  await expect(guest.getByText(`A mail is on its way to ${EMAIL}.`)).toBeVisible();

  await guest.goto(await registrationLinkTo(EMAIL, sharedServer().dataFolder));
  await guest.getByRole("textbox", { name: "Password" }).fill("short");
  await guest.getByRole("button", { name: "Create account" }).click();
  await expect(guest.getByText("The password needs at least 12 characters.")).toBeVisible();
  await guest.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await guest.getByRole("button", { name: "Create account" }).click();
  await expect(guest.getByRole("button", { name: "Account: Ada Lovelace" })).toBeVisible();
  await guests.close();
});
