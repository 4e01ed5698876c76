// Slices: embed, image, share, slide, slides, upload, viewer
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { addOnPage } from "./testing/manage-tree.ts";
import { keepPicture, slideOn, waitUntilSharp } from "./testing/slide-page.ts";

const HOST = "slides.example.org";
const DESCRIPTOR = `https://${HOST}/kidney_PAS.dzi`;
const SIDE_PX = 600;
const TILE = { size: 254, overlap: 1 } as const;
const READABLE = { "access-control-allow-origin": "*" };

/** Stands for another server, with a blue slide. @returns the cookies that it is sent, as they come. */
async function serveElsewhere(page: Page): Promise<string[]> {
  const cookies: string[] = [];
  await page.route(`https://${HOST}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    cookies.push((await route.request().allHeaders()).cookie ?? "");
    // As the browser treats an answer that it may not read, or none at all.
    if (pathname === "/closed.dzi") return route.abort("accessdenied");
    if (pathname === "/kidney_PAS.dzi") {
      const size = `<Size Width="${SIDE_PX}" Height="${SIDE_PX}"/>`;
      const body = `<Image xmlns="http://schemas.microsoft.com/deepzoom/2008" TileSize="${TILE.size}" Overlap="${TILE.overlap}" Format="png">${size}</Image>`;
      return route.fulfill({ body, headers: READABLE });
    }
    const [, level, x, y] = /_files\/(\d+)\/(\d+)_(\d+)\.png$/.exec(pathname)?.map(Number) ?? [];
    if (level === undefined) return route.fulfill({ status: 404, headers: READABLE });
    return route.fulfill({ body: await tileOf(level, x ?? 0, y ?? 0), contentType: "image/png", headers: READABLE });
  });
  return cookies;
}

/** Blue within a tile's own place, red where it shows something of its neighbours: none of that may be seen. */
async function tileOf(level: number, x: number, y: number): Promise<Buffer> {
  const side = Math.ceil(SIDE_PX / 2 ** (10 - level));
  const own = (place: number) => Math.min(TILE.size, side - place * TILE.size);
  const before = (place: number) => (place > 0 ? TILE.overlap : 0);
  const after = (place: number) => ((place + 1) * TILE.size < side ? TILE.overlap : 0);
  return sharp({ create: { width: own(x), height: own(y), channels: 3, background: "#0000ff" } })
    .extend({ left: before(x), right: after(x), top: before(y), bottom: after(y), background: "#ff0000" })
    .png()
    .toBuffer();
}

test("an external slide is previewed, added and opened; an unavailable one is explained", async ({ page }) => {
  const teacher = await callsOf("teacher");
  await (await callsOf("admin")).call("PUT", "/v2/site/tileSourceHosts", { hosts: [HOST] });
  const course = await teacher.addCourse("Slides elsewhere");
  const cookies = await serveElsewhere(page);
  await signIn(page, "teacher");
  await page.goto(sitePath(`/course${course.id}/`));
  await addOnPage(page, "Add slide from URL");
  const address = page.getByRole("textbox", { name: "URL" });

  for (const [url, sentence] of [
    ["https://elsewhere.example.org/a.dzi", "An administrator of this site can allow elsewhere.example.org here."],
    [`https://${HOST}/closed.dzi`, /No usable response from/],
    [`https://${HOST}/gone.dzi`, `${HOST} responded with status 404. Check the URL.`],
  ] as const) {
    await address.fill(url);
    await page.getByRole("button", { name: "Check" }).click();
    await expect(page.getByText(sentence)).toBeVisible();
  }

  await address.fill(DESCRIPTOR);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText(/^600 × 600\spx$/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "Title" })).toHaveValue("kidney PAS");
  await page.getByRole("textbox", { name: "Pixel size (µm)" }).fill("0.5");
  await page.getByRole("button", { name: "Add slide", exact: true }).click();

  const card = page.getByRole("article").filter({ hasText: "kidney PAS" });
  await expect(card.locator("img")).toHaveAttribute("src", `https://${HOST}/kidney_PAS_files/8/0_0.png`);
  await expect(card.locator("img")).toHaveJSProperty("naturalWidth", 150);
  await card.getByRole("link").click();
  await waitUntilSharp(page);
  await expect.poll(() => coloursOf(page)).toEqual({ blue: true, red: false });
  expect(new Set(cookies)).toEqual(new Set([""]));
});

test("an administrator allows the host of a slide, and continues with its URL", async ({ page }) => {
  const admin = await callsOf("admin");
  await admin.call("PUT", "/v2/site/tileSourceHosts", { hosts: [] });
  const course = await admin.addCourse("Slides of a host that is not allowed yet");
  await serveElsewhere(page);
  await signIn(page, "admin");
  await page.goto(sitePath(`/course${course.id}/`));
  await addOnPage(page, "Add slide from URL");
  await page.getByRole("textbox", { name: "URL" }).fill(DESCRIPTOR);
  await page.getByRole("button", { name: "Check" }).click();
  await expect(page.getByText(`This site does not allow slides from ${HOST} yet.`)).toBeVisible();
  await keepPicture(page, "external-allow-host");
  await page.getByRole("button", { name: `Allow ${HOST}` }).click();

  // The page is loaded again, since its allowed hosts are set on loading; the dialog restores the URL automatically.
  await expect(page.getByText(/^600 × 600\spx$/)).toBeVisible();
  await expect(page.getByRole("textbox", { name: "URL" })).toHaveValue(DESCRIPTOR);
  await keepPicture(page, "external-found");
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.reload();
  await expect(page.getByRole("button", { name: "Add", exact: true })).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCount(0);
});

/** The colours shown in the slide's own area. */
async function coloursOf(page: Page): Promise<{ blue: boolean; red: boolean }> {
  const { data } = await sharp(await slideOn(page).screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  let [blue, red] = [false, false];
  for (let at = 0; at < data.length; at += 3) {
    const [r = 0, , b = 0] = data.subarray(at, at + 3);
    blue ||= b > 250 && r < 5;
    red ||= r > 120 && b < 160 && (data[at + 1] ?? 0) < 40;
  }
  return { blue, red };
}
