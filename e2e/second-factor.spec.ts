// Slices: account, second-factor, session
import { Secret, TOTP } from "otpauth";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { DEMO_PASSWORD, expect, loginOf, openSignIn, signIn, sitePath, test } from "./testing/journey.ts";

test("a second factor is set up by keyboard, asked for at sign-in, and replaced by a recovery code", async ({
  page,
  browser,
}) => {
  await signIn(page, "learner");
  await page.goto(sitePath("/account"));
  await page.getByRole("button", { name: "Set up" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByLabel("Your password")).toBeFocused();
  await page.keyboard.type(DEMO_PASSWORD);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  await expectAccessible(page);
  const secret = ((await page.locator("code").textContent()) ?? "").replaceAll(" ", "");
  await page.keyboard.type(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await page.keyboard.press("Enter");
  const recoveryCode = page.getByRole("listitem").filter({ hasText: /^(?:[a-z2-7]{4}-){3}[a-z2-7]{4}$/ });
  await expect(recoveryCode).toHaveCount(10);
  const code = (await recoveryCode.first().textContent()) ?? "";
  await page.getByRole("button", { name: "I have stored the codes" }).click();
  await expect(page.getByText("10 recovery codes left.")).toBeVisible();

  const elsewhere = await browser.newContext();
  const otherPage = await elsewhere.newPage();
  await openSignIn(otherPage);
  await otherPage.getByRole("textbox", { name: "Email or username" }).fill(loginOf("learner"));
  await otherPage.getByRole("textbox", { name: "Password" }).fill(DEMO_PASSWORD);
  await otherPage.keyboard.press("Enter");
  await expect(otherPage.getByRole("textbox", { name: "Code" })).toBeFocused();
  await expectAccessible(otherPage);
  await otherPage.keyboard.type(code);
  await otherPage.keyboard.press("Enter");
  await expect(otherPage.getByRole("button", { name: /^Account: / })).toBeVisible();
  await elsewhere.close();
});
