// Slices: course, editor, embed, page, rich-text, textbook, tree
/** Pages, embedded pages and textbooks: created by teachers, opened by learners. */
import type { Locator } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expect, forgetCookies, signIn, sitePath, test } from "./testing/journey.ts";
import { settledBox } from "./testing/settled.ts";

interface Placed {
  readonly id: number;
}

const HOST = "films.pages-and-embeds.example.org";
const OTHER_HOST = "other.pages-and-embeds.example.org";

async function allow(...hosts: string[]): Promise<void> {
  const api = await callsOf("admin");
  const { hosts: before } = await api.call<{ hosts: string[] }>("GET", "/v2/site/embedHosts");
  await api.call("PUT", "/v2/site/embedHosts", { hosts: [...new Set([...before, ...hosts])] });
}

/** Of an icon in the header with the header itself. Source: WCAG 2.2, "Contrast ratio"; icons need 3. */
const contrastOf = (icon: Locator): Promise<number> =>
  icon.evaluate((element) => {
    const channel = (value: number) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const luminanceOf = (colour: string) => {
      const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map((value) =>
        channel(Number(value) / 255),
      );
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const header = element.closest("header");
    if (!header) throw new Error("This icon is not in the header.");
    const both = [getComputedStyle(element).color, getComputedStyle(header).backgroundColor].map(luminanceOf);
    return (Math.max(...both) + 0.05) / (Math.min(...both) + 0.05);
  });

test("an embedded page is shown in a sandboxed frame, and fills the window", async ({ page }) => {
  await allow(HOST);
  const api = await callsOf("teacher");
  const { id: courseId } = await api.addCourse("Embedded pages");
  const { id } = await api.call<Placed>("POST", "/v2/embed/", {
    title: "A film",
    url: `https://${HOST}/1`,
    parentId: courseId,
    isFullSizeEnabled: true,
  });
  const { id: nextId } = await api.call<Placed>("POST", "/v2/staticpages/", { title: "After it", parentId: courseId });
  await page.route(`https://${HOST}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>The film</h1>" }),
  );
  await signIn(page, "learner");
  await page.goto(sitePath(`/course${courseId}/embed${id}/`));
  await expect(page.getByRole("heading", { level: 1, name: "A film" })).toBeVisible();
  const frame = page.locator("iframe");
  await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-forms allow-popups allow-presentation");
  await expect(frame).toHaveAttribute("referrerpolicy", "no-referrer");
  await expect(frame).toHaveAttribute("allow", "fullscreen");
  await expect(page.frameLocator("iframe").getByRole("heading")).toHaveText("The film");
  await page.getByRole("button", { name: "Expand" }).click();
  const box = await settledBox(frame);
  expect(box.width).toBeGreaterThan((page.viewportSize()?.width ?? 0) - 40);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Expand" })).toBeVisible();
  const next = page.getByRole("link", { name: "Next: After it" });
  expect(await contrastOf(next)).toBeGreaterThan(3);
  await next.click();
  await expect(page).toHaveURL(new RegExp(`/course${courseId}/p${nextId}/$`));
});

test("a host that is not allowed: a teacher sees whom to ask, an administrator allows it there", async ({ page }) => {
  await allow(HOST);
  const api = await callsOf("teacher");
  const { id: courseId } = await api.addCourse("Hosts of embeds");
  const { id } = await api.call<Placed>("POST", "/v2/embed/", {
    title: "Moving film",
    url: `https://${HOST}/2`,
    parentId: courseId,
  });
  const address = page.getByRole("textbox", { name: "URL" });
  const save = page.getByRole("button", { name: "Save", exact: true });
  page.on("dialog", (dialog) => void dialog.accept());
  await signIn(page, "teacher");
  await page.goto(sitePath(`/manage?item=${id}&in=${courseId}`));
  await address.fill("http://insecure.example.org/");
  await expect(page.getByText("The URL must start with https://.")).toBeVisible();
  await address.fill(`https://${OTHER_HOST}/2`);
  await expect(page.getByText(/Ask an administrator to allow the host here/)).toBeVisible();
  await expect(save).toBeDisabled();

  await forgetCookies(page.context());
  await signIn(page, "admin");
  await page.goto(sitePath(`/manage?item=${id}&in=${courseId}`));
  await address.fill(`https://${OTHER_HOST}/2`);
  await page.getByRole("button", { name: `Allow ${OTHER_HOST}` }).click();
  await save.click();
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  expect((await api.call<{ url: string }>("GET", `/v2/embed/${id}`)).url).toBe(`https://${OTHER_HOST}/2`);
});
