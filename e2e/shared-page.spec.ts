// Slices: annotation, share, shared-page, site, slide
/** The pages behind share links: for a guest, on a phone, and in a frame of another site. */
import type { Share } from "@parfocal/core/share/share.contract.ts";
import { placeAnnotations } from "./testing/annotations.ts";
import { callsOf } from "./testing/api.ts";
import { expectAccessible } from "./testing/expect-accessible.ts";
import { expect, serverOfTheRun, test } from "./testing/journey.ts";
import { settledBoxes } from "./testing/settled.ts";
import { slideOn, viewInAddress, waitUntilSharp } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

const FRAME_HOST = "lms.shared-page.example.org";

/** Path of a new link. */
async function share(body: object, person: "learner" | "teacher" = "learner"): Promise<Share & { path: string }> {
  const link = await (await callsOf(person)).call<Share>("POST", "/v2/share", body);
  return { ...link, path: new URL(link.url).pathname };
}

test("a guest opens a slide's link at its view, sees what its flags show, and nothing after it is revoked", async ({
  page,
}) => {
  const { imageId, title } = await placeSlide();
  await placeAnnotations("expert", imageId, ["A glomerulus"]);
  const whole = await share({ shareType: "slide", itemId: imageId, center: [300, 250], zoom: 2, rotation: 90 });
  const flags = { hideAnnotations: true, hideSlideInformation: true, hideToolbar: true };
  const bare = await share({ shareType: "slide", itemId: imageId, ...flags });
  const tools = page.getByRole("toolbar", { name: "Tools" });

  await page.goto(whole.path);
  await waitUntilSharp(page);
  await expect(page).toHaveTitle(`${title} · Parfocal`);
  await page.getByRole("button", { name: "Rotate right" }).click();
  await expect.poll(() => viewInAddress(page)).toBe("300,250,2,135");
  await page.getByRole("button", { name: /^(?!More).*A glomerulus/ }).click();
  const popup = page.getByRole("dialog", { name: "A glomerulus" });
  await expect(popup).toBeVisible();
  await expect(popup.getByRole("button", { name: /Edit|Delete/ })).toHaveCount(0);
  await expect(tools).toBeVisible();
  await expect(page.getByRole("button", { name: "Annotate" })).toHaveCount(0);
  await expectAccessible(page, { name: "shared slide" });

  await page.goto(bare.path);
  await waitUntilSharp(page);
  await expect(page).toHaveTitle("Shared slide · Parfocal");
  await expect(tools).toHaveCount(0);
  await expect(page.getByText("A glomerulus")).toHaveCount(0);
  await expect(page.getByText(title)).toHaveCount(0);

  const api = await callsOf("learner");
  await api.call("DELETE", `/v2/share/${bare.id}`);
  await page.reload();
  await expect(page.getByRole("heading", { name: "This link does not work" })).toBeVisible();
  await expectAccessible(page, { name: "link that has ended", dark: true });
});

test("on a phone a course's link shows its slides, opens one below the link and returns", async ({ browser }) => {
  const { courseId, courseTitle, title } = await placeSlide();
  const link = await share({ shareType: "course", itemId: courseId });
  const context = await browser.newContext({
    ...{ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, baseURL: serverOfTheRun() },
  });
  const page = await context.newPage();
  await page.goto(link.path);
  await expect(page.getByRole("heading", { level: 1, name: courseTitle })).toBeVisible();
  await expectAccessible(page, { name: "shared course", dark: true });
  // A button that is a link has its text in the middle too.
  const signIn = page.getByRole("link", { name: "Sign in" });
  const [middle, middleOfWords] = (await settledBoxes(signIn, signIn.getByText("Sign in"))).map(
    ({ y, height }) => y + height / 2,
  );
  expect(middle).toBeCloseTo(middleOfWords ?? 0, 0);
  await page.getByRole("link", { name: title, exact: true }).tap();
  await waitUntilSharp(page);
  expect(new URL(page.url()).pathname).toMatch(/^\/share\/[^/]+\/i\d+$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: courseTitle })).toBeVisible();
  await context.close();
});

test("a page of an allowed host frames embedded pages, also with the viewer element and its events, and no other page", async ({
  page,
}) => {
  const { imageId } = await placeSlide();
  const [annotation] = await placeAnnotations("expert", imageId, ["A glomerulus"]);
  const admin = await callsOf("admin");
  await admin.call("PUT", "/options/", { frameHosts: { value: [FRAME_HOST] } });
  const link = await share({ shareType: "slide", itemId: imageId });
  const closed = await share({ shareType: "slide", itemId: imageId, requireAuth: true });
  const server = serverOfTheRun();
  const frames = { embedded: `${link.path}?embed=1`, whole: link.path, closed: `${closed.path}?embed=1` };
  const body = Object.entries(frames).map(([name, path]) => `<iframe name="${name}" src="${server}${path}"></iframe>`);
  const element = `<script type="module" src="${server}/parfocal-slide.js"></script>
    <parfocal-slide src="${server}${link.path}" view="300,250,2" label="Kidney" style="height:45%"></parfocal-slide>
    <script>
      const events = [];
      for (const name of ["view", "select"])
        document.querySelector("parfocal-slide").addEventListener(name, ({ detail }) => events.push({ name, ...detail }));
    </script>`;
  const style = "<style>body{height:95vh}iframe{width:30%;height:45%}</style>";
  await page.route(`https://${FRAME_HOST}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: `<!doctype html>${style}${body.join("")}${element}` }),
  );
  const refused: string[] = [];
  page.on("console", (message) => {
    if (message.text().includes("frame-ancestors")) refused.push(message.text());
  });
  // Chromium asks before an internet page can show one of this machine.
  await page.context().grantPermissions(["local-network-access"]);
  await page.goto(`https://${FRAME_HOST}/course`);
  const embedded = page.frameLocator("[name=embedded]");
  await expect(embedded.getByRole("application")).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
  await expect(embedded.getByRole("banner")).toHaveCount(0);
  await expect(embedded.getByRole("link", { name: "Sign in" })).toHaveCount(0);
  const ownWindow = embedded.getByRole("link", { name: "Open in a new window" });
  const opened = page.context().waitForEvent("page");
  await ownWindow.click();
  const window = await opened;
  await expect(slideOn(window)).toBeVisible();
  await expect(window.getByRole("banner")).toBeVisible();
  expect(new URL(window.url()).searchParams.has("embed")).toBe(false);

  const asks = page.frameLocator("[name=closed]");
  await expect(asks.getByRole("heading", { name: "Sign in to open this link" })).toBeVisible();
  await expect(asks.getByRole("link", { name: "Open in a new window" })).toHaveAttribute("href", closed.path);
  await expect.poll(() => refused.length).toBe(1);
  await expect(page.frameLocator("[name=whole]").getByRole("application")).toHaveCount(0);

  // The element: another origin's page opens it at a view, and receives events about views and selections.
  const shown = page.frameLocator("iframe[title=Kidney]");
  const lastEvent = (name: string) => page.evaluate<unknown>(`events.findLast((event) => event.name === "${name}")`);
  await expect(shown.getByRole("application")).toHaveAttribute("data-sharp", "", { timeout: 20_000 });
  await shown.getByRole("button", { name: "Rotate right" }).click();
  await expect
    .poll(() => lastEvent("view"))
    .toEqual({ name: "view", path: link.path, views: [{ center: [300, 250], zoom: 2, rotation: 45 }] });
  await shown.getByRole("button", { name: "Show sidebar" }).click();
  await shown.getByRole("button", { name: /^(?!More).*A glomerulus/ }).click();
  await expect
    .poll(() => lastEvent("select"))
    .toEqual({ name: "select", path: link.path, annotationId: annotation?.id });
});
