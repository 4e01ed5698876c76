// Slices: annotation, note, slide
import type { Page } from "@playwright/test";
import { chooseTool, clickAt, type Share } from "./testing/annotator.ts";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { keepPicture, openSlide } from "./testing/slide-page.ts";
import { placeSlide } from "./testing/slides.ts";

async function savePoint(page: Page, title: string, place: Share): Promise<void> {
  await chooseTool(page, "Point");
  await clickAt(page, place);
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await page.getByRole("button", { name: "Save", exact: true }).click();
}

test("input saved during and after a server crash is kept over a reload and saved exactly once", async ({
  page,
  ownServer: server,
}) => {
  test.setTimeout(120_000);
  const slide = await placeSlide({ serverUrl: server.url, courseTitle: "Outbox" });
  await signIn(page, "learner", server.url);
  await openSlide(page, server.url + slide.path);
  // The worst moment: the server has saved it, and crashes before the page gets the response.
  await page.route(
    "**/api/v2/annotation",
    async (route) => {
      expect((await route.fetch()).ok()).toBe(true);
      await server.kill();
      await route.abort("connectionreset");
    },
    { times: 1 },
  );
  await savePoint(page, "Saved, but unheard", [0.4, 0.4]);
  const status = page.getByRole("button", { name: "Unsaved changes", exact: true });
  await expect(status).toBeVisible();
  await savePoint(page, "Never heard of", [0.5, 0.5]);
  await expect(page.getByText("not saved yet", { exact: true })).toHaveCount(2);
  await keepPicture(page, "not-saved-yet");

  await expect(page.reload()).rejects.toThrow(/ERR_CONNECTION_REFUSED/);
  await server.restart();
  await page.goto(server.url + slide.path);
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible({ timeout: 40_000 });
  const titles = async () =>
    (await (await callsOf("learner", server.url)).listAnnotations(slide.imageId)).map(({ title }) => title);
  await expect.poll(titles).toEqual(["Saved, but unheard", "Never heard of"]);
});

test("input saved offline is sent after reconnecting", async ({ page, context }) => {
  const own = await placeSlide({ courseTitle: "Offline" });
  await signIn(page, "learner");
  await openSlide(page, own.path);
  await expect(page.getByRole("button", { name: /^Annotate/ })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText("You are offline.")).toBeVisible();
  await savePoint(page, "Made offline", [0.5, 0.5]);
  await expect(page.getByRole("button", { name: "Unsaved changes", exact: true })).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole("button", { name: "Saved", exact: true })).toBeVisible({ timeout: 40_000 });
  const saved = await (await callsOf("learner")).listAnnotations(own.imageId);
  expect(saved.map(({ title }) => title)).toEqual(["Made offline"]);
});

test("a change to a queued annotation, left before saving, is saved after another page has sent the annotation", async ({
  page,
  context,
}) => {
  const own = await placeSlide({ courseTitle: "Changed while it waits" });
  await signIn(page, "learner");
  await openSlide(page, own.path);
  await expect(page.getByRole("button", { name: /^Annotate/ })).toBeVisible();
  await context.setOffline(true);
  await savePoint(page, "Made offline", [0.5, 0.5]);
  await page.getByRole("dialog", { name: "Made offline" }).getByRole("button", { name: "Edit" }).click();
  const title = page.getByRole("textbox", { name: "Title" });
  await title.fill("Changed before it had a number");
  await expect.poll(() => draftTitles(page)).toEqual(["Changed before it had a number"]);

  // Another screen sends it, while nobody holds the change.
  await page.goto("about:blank");
  await context.setOffline(false);
  await page.goto(sitePath("/"));
  const learner = await callsOf("learner");
  const titles = async () => (await learner.listAnnotations(own.imageId)).map(({ title }) => title);
  await expect.poll(titles, { timeout: 40_000 }).toEqual(["Made offline"]);

  await openSlide(page, own.path);
  await expect(title).toHaveValue("Changed before it had a number");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await expect.poll(titles).toEqual(["Changed before it had a number"]);
});

/** Drafts in this browser. */
function draftTitles(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const answerOf = <Answer>(request: IDBRequest<Answer>): Promise<Answer> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    const database = await answerOf(indexedDB.open("parfocal-outbox"));
    const drafts = await answerOf(database.transaction("drafts").objectStore("drafts").getAll());
    database.close();
    return drafts.map(({ draft }) => draft.state.form.title);
  });
}
