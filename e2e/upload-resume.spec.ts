// Slices: course, image, upload
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page, Route } from "@playwright/test";
import { callsOf } from "./testing/api.ts";
import { expect, signIn, sitePath, test } from "./testing/journey.ts";
import { hashesOfOriginals, hashOfFile, writeNoisePicture } from "./testing/picture-files.ts";
import { keepPicture } from "./testing/slide-page.ts";

let folder = "";

test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "parfocal-noise-"));
});
test.afterAll(async () => {
  await rm(folder, { recursive: true });
});

/** Lets a number of chunks through and holds the rest back. */
class ChunkGate {
  /** Numbers of the chunks that the server has received, in order. */
  readonly taken: number[] = [];
  readonly #held: Route[] = [];
  #room = 0;

  async watch(page: Page): Promise<void> {
    page.on("response", (response) => {
      const number = /\/chunk\/(\d+)$/.exec(response.url())?.[1];
      if (number !== undefined && response.ok()) this.taken.push(Number(number));
    });
    await page.route("**/chunk/*", async (route) => {
      if (this.#room > 0) {
        this.#room -= 1;
        await route.continue();
      } else {
        this.#held.push(route);
      }
    });
  }

  async letThrough(count: number): Promise<void> {
    this.#room += count;
    while (this.#room > 0 && this.#held.length > 0) {
      this.#room -= 1;
      await this.#held.shift()?.continue();
    }
  }

  /** What was held back is gone with the page. */
  forget(): void {
    this.#held.length = 0;
    this.#room = 0;
  }
}

test("an upload interrupted by a reload and a server crash resumes from the received part", async ({
  page,
  ownServer: server,
}) => {
  test.setTimeout(120_000);
  const file = join(folder, "noise.png");
  await writeNoisePicture(file);
  const api = await callsOf("teacher", server.url);
  const course = await api.addCourse("Interrupted");
  await signIn(page, "teacher", server.url);
  const gate = new ChunkGate();
  await gate.watch(page);

  await page.goto(`${server.url}${sitePath(`/course${course.id}/`, server.url)}`);
  await gate.letThrough(2);
  const dialog = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose slides" }).click();
  await (await dialog).setFiles(file);
  await expect.poll(() => gate.taken.length).toBe(2);

  page.once("dialog", (leaving) => void leaving.accept());
  await page.goto(`${server.url}${sitePath(`/upload`, server.url)}`);
  gate.forget();
  await expect(page.getByRole("heading", { name: "Unfinished uploads" })).toBeVisible();
  await expect(page.getByText(/^Paused at \d+\s?% · Choose file again to resume$/)).toBeVisible();
  await keepPicture(page, "upload-interrupted");
  await gate.letThrough(1);
  const again = page.waitForEvent("filechooser");
  await page.getByRole("button", { name: "Choose file again to resume: noise.png" }).click();
  await (await again).setFiles(file);
  await expect.poll(() => gate.taken.length).toBe(3);

  await server.kill();
  await gate.letThrough(Number.MAX_SAFE_INTEGER);
  await expect(page.getByText("Connection lost. Retrying automatically.")).toBeVisible();
  await server.restart();
  await expect(page.getByRole("link", { name: "Open slide" })).toBeVisible({ timeout: 60_000 });

  expect(gate.taken.toSorted((one, other) => one - other)).toEqual([0, 1, 2, 3, 4]);
  expect(await hashesOfOriginals(server.dataFolder)).toEqual([await hashOfFile(file)]);
  expect((await api.getCourse(course.id)).items).toHaveLength(1);
  expect(await api.listUploads()).toEqual([]);
});
