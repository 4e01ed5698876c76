// Slices: deep-zoom, iiif, share
/** Other viewers open slides of this server: OpenSeadragon, from npm, by IIIF and by Deep Zoom. */
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expect, serverOfTheRun, signIn, sitePath, test } from "./testing/journey.ts";
import { keepPicture, openSlide } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

const OPENSEADRAGON = fileURLToPath(import.meta.resolve("openseadragon"));
const VIEWER_PAGE = "/page-of-another-viewer";
/** JPEG of quality 60, reduced to the screen. */
const TOLERANCE = 14;

type Colour = [red: number, green: number, blue: number];

/** The content of pyramid.tif by fixtures/make.ts, between its dots: the upper left quarter is dark. */
const GROUND: [x: number, y: number, colour: Colour][] = [
  [100, 100, [114, 87, 103]],
  [600, 500, [97, 99, 103]],
  [800, 100, [180, 207, 205]],
  [1200, 1000, [152, 225, 205]],
  [100, 900, [228, 175, 205]],
];

/** A page of the same origin that contains only OpenSeadragon. */
async function openInOpenSeadragon(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.route(`**${VIEWER_PAGE}`, (route) =>
    route.fulfill({
      contentType: "text/html",
      body: '<!doctype html><meta charset="utf-8"><div id="viewer" style="width:900px;height:700px"></div><script src="/openseadragon.js"></script>',
    }),
  );
  await page.route("**/openseadragon.js", (route) => route.fulfill({ path: OPENSEADRAGON }));
  await page.goto(serverOfTheRun() + VIEWER_PAGE);
  await page.evaluate((tileSources) => {
    const { OpenSeadragon } = window as unknown as { OpenSeadragon: (options: object) => object };
    const viewer = OpenSeadragon({ id: "viewer", tileSources, drawer: "canvas", showNavigationControl: false });
    Object.assign(window, { viewer });
  }, address);
  return page;
}

/** The colours at points of the slide; null until everything in view is loaded. */
function coloursAt(page: Page, places: readonly (readonly [x: number, y: number])[]): Promise<Colour[] | null> {
  return page.evaluate((wanted) => {
    interface Point {
      readonly x: number;
      readonly y: number;
    }
    const { viewer, OpenSeadragon } = window as unknown as {
      viewer: {
        world: {
          getItemAt(
            index: number,
          ): { getFullyLoaded(): boolean; imageToViewerElementCoordinates(point: Point): Point } | undefined;
        };
        drawer: { canvas: HTMLCanvasElement };
      };
      OpenSeadragon: { Point: new (x: number, y: number) => Point; pixelDensityRatio: number };
    };
    const image = viewer.world.getItemAt(0);
    if (!image?.getFullyLoaded()) return null;
    const canvas = viewer.drawer.canvas.getContext("2d");
    return wanted.map(([x, y]) => {
      const place = image.imageToViewerElementCoordinates(new OpenSeadragon.Point(x, y));
      const ratio = OpenSeadragon.pixelDensityRatio;
      const data = canvas?.getImageData(Math.round(place.x * ratio), Math.round(place.y * ratio), 1, 1).data;
      return [data?.[0] ?? 0, data?.[1] ?? 0, data?.[2] ?? 0];
    });
  }, places);
}

async function expectSlideShown(page: Page): Promise<void> {
  const places = GROUND.map(([x, y]) => [x, y] as const);
  await expect
    .poll(async () => {
      const colours = await coloursAt(page, places);
      if (!colours) return "not there yet";
      const differences = colours.map((colour, index) =>
        Math.max(
          ...colour.map((sample, channel) =>
            Math.abs(sample - (GROUND[index] as (typeof GROUND)[number])[2][channel]!),
          ),
        ),
      );
      return differences.every((difference) => difference <= TOLERANCE) ? "shown" : JSON.stringify(colours);
    })
    .toBe("shown");
}

test("OpenSeadragon opens a slide by IIIF and by Deep Zoom, for signed-in users", async ({ page, context }) => {
  const { imageId } = await placeSlide({ courseTitle: "Other viewers" });
  await signIn(page, "learner");
  for (const path of [`/iiif/3/${imageId}/info.json`, `/deepzoom/${imageId}.dzi`]) {
    const viewer = await openInOpenSeadragon(context, path);
    await expectSlideShown(viewer);
    await keepPicture(viewer, `openseadragon-${path.split("/")[1]}`);
    await viewer.close();
  }
});

test("without a session it opens by the URLs that a teacher creates on the slide's page", async ({ page, browser }) => {
  const slide = await placeSlide({ courseTitle: "Other viewers, shared" });
  await signIn(page, "teacher");
  await openSlide(page, slide.path);
  await page.getByRole("button", { name: "Slide information" }).click();
  const iiif = page.getByRole("textbox", { name: "IIIF image" });
  const deepZoom = page.getByRole("textbox", { name: "Deep Zoom" });
  await expect(iiif).toHaveValue(`${serverOfTheRun()}/iiif/3/${slide.imageId}/info.json`);
  const own = await iiif.inputValue();
  await page.getByRole("button", { name: "Create URLs with a share link" }).click();
  await expect(page.getByText("They are shown only once")).toBeVisible();
  await iiif.scrollIntoViewIfNeeded();
  await keepPicture(page, "other-viewers-panel");
  const shared = [await iiif.inputValue(), await deepZoom.inputValue()];

  const stranger = await browser.newContext();
  expect((await stranger.request.get(own)).status()).toBe(401);
  for (const address of shared) {
    const viewer = await openInOpenSeadragon(stranger, address);
    await expectSlideShown(viewer);
    await viewer.close();
  }
  await stranger.close();
});

test("learners do not see the URLs", async ({ page }) => {
  const slide = await placeSlide({ courseTitle: "Other viewers, for learners" });
  await signIn(page, "learner");
  await openSlide(page, slide.path);
  await page.getByRole("button", { name: "Slide information" }).click();
  await expect(page.getByRole("heading", { name: "Slide information" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Other viewers" })).toHaveCount(0);
});

test("a slide on another server is shown from there, if the site allows its host", async ({ page }) => {
  const { imageId, courseId } = await placeSlide({ courseTitle: "Slides elsewhere" });
  const host = new URL(serverOfTheRun()).host;
  const admin = await callsOf("admin");
  const { token } = await admin.call<{ token: string }>("POST", "/v2/share", { shareType: "slide", itemId: imageId });
  await admin.call("PUT", "/v2/site/tileSourceHosts", { hosts: [host] });
  const teacher = await callsOf("teacher");
  const facts = { type: "deepzoom", width: 1300, height: 1100, tileSize: 512, tileOverlapPx: 0, format: "jpg" };
  const external = await teacher.call<{ id: number }>("POST", "/v2/image/external", {
    title: "Lies elsewhere",
    parentId: courseId,
    tileDataSourceType: "deepzoom",
    tilesDataSourceUrl: `http://${host}/deepzoom/${imageId}.dzi?share=${token}`,
    facts,
    micronsPerPixel: 0.25,
  });
  await signIn(page, "learner");
  const tiles: string[] = [];
  page.on("response", (answer) => {
    if (answer.ok() && answer.url().includes("/deepzoom/")) tiles.push(answer.url());
  });
  await openSlide(page, sitePath(`/course${courseId}/i${external.id}/`));
  expect(tiles.length).toBeGreaterThan(0);
  expect(tiles.every((url) => url.includes(`${imageId}_files`) && url.endsWith(token))).toBe(true);
});
