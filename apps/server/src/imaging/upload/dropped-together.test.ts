/** Files that were dropped together are placed in the order of the drop, whichever file is done first. */
import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { getTree } from "@parfocal/core/structure/structure.contract.ts";
import { createUpload, placeKnownSlide } from "@parfocal/core/upload/upload.contract.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { findOutcome, finish, sendChunk, sha256Of } from "#testing/send-file.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { tinyPyramid } from "#testing/tiny-pyramid.ts";

let server: TestServer;
let bytes: Buffer;
beforeAll(async () => {
  server = await createTestServer();
  await server.startJobs();
  const shape = { width: 300, height: 200, tileSize: 256, pixelSizeUm: null };
  bytes = await readFile(await tinyPyramid(server, shape));
});
afterAll(() => server.close());

interface Dropped {
  readonly filename: string;
  /** Its position in the drop, from 1. */
  readonly number: number;
  readonly folders?: readonly string[];
}

async function buildSchool() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const courseId = await buildCourse(site);
  const library = await buildCourse(site);
  const announce = async (parentId: number, key: string, { filename, number, folders = [] }: Dropped) => {
    const body = { filename, bytes: bytes.length, parentId, folders: [...folders], drop: { key, number } };
    return (await sendCall(server, createUpload, { as: teacher, body })).answer.id;
  };
  /** Of a file that is already stored: no job has to read it. */
  async function drop(parentId: number, key: string, file: Dropped): Promise<void> {
    const slide = await buildSlide(site, { parentId: library, title: file.filename.replace(".tif", "") });
    const sha256 = sha256Of(Buffer.from(`${slide.id}`));
    await server.owner.updateTable("slide_file").set({ sha256 }).where("id", "=", slide.slideFileId).execute();
    const id = await announce(parentId, key, file);
    const placed = await sendCall(server, placeKnownSlide, {
      as: teacher,
      params: { id: String(id) },
      body: { sha256 },
    });
    expect(placed.answer.state).toBe("done");
  }
  async function upload(parentId: number, key: string, file: Dropped): Promise<void> {
    const id = await announce(parentId, key, file);
    await sendChunk(server, teacher, { id, number: 0, bytes });
    await finish(server, teacher, id, sha256Of(bytes));
    expect((await findOutcome(server, teacher, id)).state).toBe("done");
  }
  const nodes = async () => (await sendCall(server, getTree, { as: teacher })).answer.nodes;
  async function titlesIn(parentId: number): Promise<string[]> {
    const { nodes, parents } = (await sendCall(server, getTree, { as: teacher })).answer;
    const children = parents.find(({ id }) => id === parentId)?.children ?? [];
    return children.map((child) => nodes.find(({ id }) => id === child.id)?.title ?? "");
  }
  async function expectSound(): Promise<void> {
    const counts = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
    expect(counts.filter(({ count }) => count > 0)).toEqual([]);
  }
  return { site, teacher, courseId, drop, upload, nodes, titlesIn, expectSound };
}

it("slides that are done out of order are placed in the order of the drop, after existing items", async () => {
  const { site, courseId, drop, titlesIn, expectSound } = await buildSchool();
  await buildFolder(site, { parentId: courseId, title: "There before" });
  const key = randomUUID();
  for (const [filename, number] of [
    ["slide 10.tif", 3],
    ["slide 1.tif", 1],
    ["slide 11.tif", 4],
    ["slide 2.tif", 2],
  ] as const)
    await drop(courseId, key, { filename, number });
  expect(await titlesIn(courseId)).toEqual(["There before", "slide 1", "slide 2", "slide 10", "slide 11"]);
  await expectSound();
});

it("folders that come with a drop are also placed in order, and the slides in each of them", async () => {
  const { courseId, drop, nodes, titlesIn, expectSound } = await buildSchool();
  const key = randomUUID();
  await drop(courseId, key, { filename: "b.tif", number: 4, folders: ["Week 10", "Stains"] });
  await drop(courseId, key, { filename: "2.tif", number: 2, folders: ["Week 1"] });
  await drop(courseId, key, { filename: "a.tif", number: 3, folders: ["Week 2"] });
  await drop(courseId, key, { filename: "1.tif", number: 1, folders: ["Week 1"] });
  expect(await titlesIn(courseId)).toEqual(["Week 1", "Week 2", "Week 10"]);
  const week = (await nodes()).find(({ title }) => title === "Week 1");
  expect(await titlesIn(week?.id ?? 0)).toEqual(["1", "2"]);
  await expectSound();
});

it("a second drop is placed after the first, whatever its names", async () => {
  const { courseId, drop, titlesIn } = await buildSchool();
  const [first, second] = [randomUUID(), randomUUID()];
  await drop(courseId, first, { filename: "m.tif", number: 1 });
  await drop(courseId, second, { filename: "b.tif", number: 2 });
  await drop(courseId, second, { filename: "a.tif", number: 1 });
  await drop(courseId, first, { filename: "n.tif", number: 2 });
  expect(await titlesIn(courseId)).toEqual(["m", "n", "a", "b"]);
});

it("uploaded, checked and stored all at once, they are placed in order too", { timeout: 90_000 }, async () => {
  const { courseId, upload, titlesIn, expectSound } = await buildSchool();
  const key = randomUUID();
  const numbers = [4, 2, 1, 3];
  await Promise.all(numbers.map((number) => upload(courseId, key, { filename: `slide ${number}.tif`, number })));
  expect(await titlesIn(courseId)).toEqual(["slide 1", "slide 2", "slide 3", "slide 4"]);
  await expectSound();
});

it("a position without a key, or below 1, is rejected", async () => {
  const { teacher, courseId } = await buildSchool();
  const upload = { filename: "a.tif", bytes: 8, parentId: courseId };
  for (const drop of [{ number: 1 }, { key: randomUUID(), number: 0 }, { key: "mine", number: 1 }])
    expect((await sendCall(server, createUpload, { as: teacher, body: { ...upload, drop } as never })).status).toBe(
      400,
    );
});
