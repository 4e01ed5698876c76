// Slices: share, slide
/** A learner shares a view from a phone: by link and QR code, changed and revoked from the list. */
import { getShare } from "@parfocal/core/share/share.contract.ts";
import decodeQr from "qr/decode.js";
import sharp from "sharp";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, serverOfTheRun, signIn, sitePath, test } from "./testing/journey.ts";
import { openSlide, waitUntilSettled } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
test.use({ permissions: ["clipboard-read", "clipboard-write"] });

/** As a guest: a person who has only the link. */
async function askAsGuest(link: string, method = "GET", further = ""): Promise<Response> {
  const path = getShare.path.replace("{token}", link.split("/share/")[1] ?? "");
  const origin = serverOfTheRun();
  return fetch(`${origin}/api${path}${further}`, { method, ...(method === "POST" ? { headers: { origin } } : {}) });
}

test("a learner shares a view from a phone: link and QR code, settings, list, revocation", async ({ page }) => {
  const slide = await placeSlide();
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  let link = "";

  await test.step("the present view becomes a link, which is copied", async () => {
    await page.keyboard.press("r");
    await waitUntilSettled(page);
    await page.getByRole("button", { name: "More tools" }).tap();
    await page.getByRole("button", { name: "Share" }).tap();
    const dialog = page.getByRole("dialog", { name: /^Share / });
    await dialog.getByRole("button", { name: "Create link" }).tap();
    await dialog.getByRole("button", { name: "Copy link" }).tap();
    await expect(page.getByText("Link copied")).toBeVisible();
    link = await dialog.getByLabel("Link", { exact: true }).inputValue();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    expect(await (await askAsGuest(link)).json()).toMatchObject({ rotation: 45, hideAnnotations: false });
  });

  await test.step("its QR code is saved as a PNG of 512 px, which a reader decodes to the link", async () => {
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as PNG" }).tap();
    const file = await (await download).path();
    const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([512, 512]);
    expect(decodeQr({ width: info.width, height: info.height, data })).toBe(link);
    await expectAccessible(page);
  });

  await test.step("annotations are hidden from people with the link", async () => {
    const saved = page.waitForResponse((response) => response.request().method() === "PUT");
    await page.getByRole("switch", { name: "Hide annotations" }).tap();
    expect((await saved).status()).toBe(200);
    expect(await (await askAsGuest(link)).json()).toMatchObject({ hideAnnotations: true });
  });

  await test.step("the list shows that a guest has opened it; after it is revoked there, it no longer opens", async () => {
    expect((await askAsGuest(link, "POST", "/opened")).status).toBe(204);
    await page.goto(sitePath("/links"));
    const row = page.getByRole("listitem").filter({ has: page.getByRole("link", { name: slide.title }) });
    await expect(row).toContainText("Opened once");
    await expectAccessible(page);
    await row.getByRole("button", { name: /^Revoke link to/ }).tap();
    await row.getByRole("button", { name: "Revoke link" }).tap();
    await expect(page.getByText("No links yet")).toBeVisible();
    expect((await askAsGuest(link)).status).toBe(404);
  });
});
