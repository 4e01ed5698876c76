// Slices: account, second-factor, session, voucher
/** Without a mouse: an account from its voucher to its second factor and a new password. */
import { Secret, TOTP } from "otpauth";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, openSignIn, sitePath, test } from "./testing/journey.ts";
import { tabTo } from "./testing/tab-to.ts";

const EMAIL = "lena.keys@example.test";
const PASSWORD = "correct horse battery staple";
const NEW_PASSWORD = "three cheerful lymphocytes";

test("by keyboard alone a person registers, changes the password, sets up a second factor, and signs in with it", async ({
  page,
  browser,
}) => {
  test.setTimeout(90_000);
  const admin = await callsOf("admin");
  const { codes } = await admin.call<{ codes: string[] }>("POST", "/v2/voucher/", { count: 1 });
  const press = async (text: string) => {
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };

  await test.step("registers", async () => {
    await page.goto(sitePath(`/register?voucher=${codes[0]}`));
    const name = page.getByRole("textbox", { name: "Name" });
    await expect(name).toBeFocused();
    await page.keyboard.type("Lena Keys");
    await tabTo(page, page.getByRole("textbox", { name: "Email address" }));
    await page.keyboard.type(EMAIL);
    await tabTo(page, page.getByRole("textbox", { name: "Password" }));
    await press("short");
    await expect(page.getByText("The password needs at least 12 characters.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Password" })).toBeFocused();
    await expectAccessible(page);
    await page.keyboard.press("ControlOrMeta+a");
    await press(PASSWORD);
    await page.waitForURL((url) => url.pathname === sitePath("/"));
  });

  await test.step("changes the password; the page is loaded again", async () => {
    await page.goto(sitePath("/account"));
    await tabTo(page, page.getByRole("textbox", { name: "Current password", exact: true }));
    await page.keyboard.type("not the password");
    await tabTo(page, page.getByRole("textbox", { name: "New password", exact: true }));
    await page.keyboard.type(NEW_PASSWORD);
    await tabTo(page, page.getByRole("textbox", { name: "Repeat the new password", exact: true }));
    await press(NEW_PASSWORD);
    await expect(page.getByText("The current password is wrong.")).toBeVisible();
    await expect(page.getByRole("textbox", { name: "Current password", exact: true })).toBeFocused();
    await page.keyboard.press("ControlOrMeta+a");
    await press(PASSWORD);
    await expect(page.getByText("Your password has been changed.", { exact: false })).toBeVisible();
  });

  const recoveryCode = await test.step("sets up a second factor", async () => {
    await tabTo(page, page.getByRole("button", { name: "Set up" }));
    await page.keyboard.press("Enter");
    await expect(page.getByLabel("Your password")).toBeFocused();
    await press(NEW_PASSWORD);
    await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
    await expectAccessible(page);
    const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
    await press(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
    const codesShown = page.getByRole("listitem").filter({ hasText: /^(?:[a-z2-7]{4}-){6}[a-z2-7]{2}$/ });
    await expect(codesShown).toHaveCount(10);
    const first = (await codesShown.first().textContent()) ?? "";
    await tabTo(page, page.getByRole("button", { name: "I have stored the codes" }));
    await page.keyboard.press("Enter");
    await expect(page.getByText("10 recovery codes left.")).toBeVisible();
    return first;
  });

  const elsewhere = await browser.newContext();
  const otherPage = await elsewhere.newPage();
  await test.step("signs in elsewhere with the new password and a recovery code", async () => {
    await openSignIn(otherPage);
    await expect(otherPage.getByRole("textbox", { name: "Email or username" })).toBeFocused();
    await otherPage.keyboard.type(EMAIL);
    await tabTo(otherPage, otherPage.getByRole("textbox", { name: "Password" }));
    await otherPage.keyboard.type(NEW_PASSWORD);
    await otherPage.keyboard.press("Enter");
    await expect(otherPage.getByRole("textbox", { name: "Code" })).toBeFocused();
    await expectAccessible(otherPage);
    await otherPage.keyboard.type(recoveryCode);
    await otherPage.keyboard.press("Enter");
    await expect(otherPage.getByRole("button", { name: /^Account: / })).toBeVisible();
  });
  await elsewhere.close();
});
