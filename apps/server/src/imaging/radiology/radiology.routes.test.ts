import { existsSync } from "node:fs";
import { join } from "node:path";
import {
  addRadiologyToParent,
  copyRadiology,
  getRadiology,
  getRadiologyInstance,
  getRadiologySeries,
  getRadiologyStorageStatus,
  getRadiologyThumbnail,
  listRadiology,
  updateRadiology,
} from "@parfocal/core/radiology/radiology.contract.ts";
import { search } from "@parfocal/core/search/search.contract.ts";
import { removeItems } from "@parfocal/core/structure/structure.contract.ts";
import { MemoryBytes } from "@parfocal/slides/dicom/memory-bytes.ts";
import { readDicomFile } from "@parfocal/slides/dicom/read-data-set.ts";
import { RADIOLOGY_SECRETS } from "@parfocal/slides/testing/build-radiology.ts";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildRadiology, type TestRadiology } from "#testing/build-radiology.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { clearAway } from "../../janitor.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

async function buildWorld() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site);
  const radiology = await buildRadiology(site, { parentId: courseId });
  const teacher = await buildUser(site, { role: "teacher" });
  return { site, courseId, radiology, teacher, learner: await buildUser(site) };
}

const paramsOf = ({ id }: { id: number }) => ({ id: String(id) });
const read = (as: TestUser, of: { id: number }) =>
  sendCall(server, getRadiology, { as, params: paramsOf(of), query: {} });
const readSeries = (as: TestUser, of: { id: number }) =>
  sendCall(server, getRadiologySeries, { as, params: paramsOf(of) });
const change = (as: TestUser, of: { id: number }, body: object) =>
  sendCall(server, updateRadiology, { as, params: paramsOf(of), body: body as never });

function picture(
  as: TestUser,
  { id, version }: TestRadiology,
  number: number | string,
  {
    kind = getRadiologyInstance,
    headers = {},
  }: { kind?: typeof getRadiologyInstance | typeof getRadiologyThumbnail; headers?: Record<string, string> } = {},
) {
  const params = { id: String(id), version: String(version), number: String(number) };
  return sendCall(server, kind, { as, params, headers });
}

const studyFolderOf = (site: TestSite, { version }: TestRadiology) =>
  join(server.platform.folders.radiology(site.id), String(version));

describe("a radiology item", () => {
  it("returns what learners may see, without anything that could identify a person", async () => {
    const { radiology, learner } = await buildWorld();
    const { answer } = await read(learner, radiology);
    expect(answer).toMatchObject({
      title: "A CT",
      state: "ready",
      version: radiology.version,
      seriesCount: 1,
      instanceCount: 3,
      thumbnail: `/radiology/${radiology.id}/${radiology.version}/thumbnail/1`,
      ignoredCount: null,
      error: null,
      userCanEdit: false,
    });
    const series = await readSeries(learner, radiology);
    expect(series.answer.series[0]).toMatchObject({ modality: "CT", description: null, plane: "axial" });
    for (const secret of RADIOLOGY_SECRETS) expect(series.raw.body).not.toContain(secret);
  });

  it("returns the names of its series to content managers", async () => {
    const { radiology, teacher } = await buildWorld();
    const { answer } = await readSeries(teacher, radiology);
    expect(answer.series[0]?.description).toBe("SECRET-DESCRIPTION");
    expect(answer.series[0]?.instances.map(({ number, frames }) => [number, frames])).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
    ]);
  });

  it("keeps omitted fields; its texts are found", async () => {
    const { radiology, teacher, learner } = await buildWorld();
    await change(teacher, radiology, { subtitle: "Phantom", summary: "Four spheres of polystyrene" });
    await change(teacher, radiology, { title: "Calibration" });
    expect((await read(teacher, radiology)).answer).toMatchObject({
      title: "Calibration",
      subtitle: "Phantom",
      summary: "Four spheres of polystyrene",
    });
    for (const query of ["calibration", "phantom", "polystyrene"]) {
      const { answer } = await sendCall(server, search, { as: learner, query: { query } as never });
      expect(JSON.stringify(answer), query).toContain(`"id":${radiology.id}`);
    }
  });

  it("is listed, newest first, found by its texts and its folder", async () => {
    const { site, courseId, radiology, teacher } = await buildWorld();
    const folderId = await buildFolder(site, { parentId: courseId });
    const other = await buildRadiology(site, { parentId: folderId, title: "Knee 100%" });
    const list = async (query: object) =>
      (await sendCall(server, listRadiology, { as: teacher, query: query as never })).answer.map(({ id }) => id);
    expect(await list({})).toEqual([other.id, radiology.id]);
    expect(await list({ q: "00%" })).toEqual([other.id]);
    expect(await list({ q: "%%%" })).toEqual([]);
    expect(await list({ folder: String(folderId) })).toEqual([other.id]);
    expect(await list({ page: "2" })).toEqual([]);
  });

  it("can be placed in another parent; a repeated request has the same result", async () => {
    const { site, courseId, radiology, teacher } = await buildWorld();
    const folderId = await buildFolder(site, { parentId: courseId });
    const params = paramsOf(radiology);
    const body = { itemId: radiology.id, parentId: folderId };
    for (const _ of [1, 2]) {
      const { answer } = await sendCall(server, addRadiologyToParent, { as: teacher, params, body });
      expect(answer.path.map(({ id }) => id)).toEqual([courseId, folderId, radiology.id]);
    }
    const wrong = { itemId: radiology.id, parentId: radiology.id };
    expect((await sendCall(server, addRadiologyToParent, { as: teacher, params, body: wrong })).status).toBe(400);
    const mixed = { itemId: folderId, parentId: folderId };
    expect((await sendCall(server, addRadiologyToParent, { as: teacher, params, body: mixed })).status).toBe(400);
  });

  it("reports the available space", async () => {
    const { teacher } = await buildWorld();
    const { answer } = await sendCall(server, getRadiologyStorageStatus, { as: teacher });
    expect(answer.availableSpace).toBeGreaterThan(0);
  });
});

describe("its images", () => {
  it("are DICOM files in the order of the series, cached permanently by their reader", async () => {
    const { radiology, learner } = await buildWorld();
    const { instanceUrl } = (await readSeries(learner, radiology)).answer;
    expect(instanceUrl).toBe(`/radiology/${radiology.id}/${radiology.version}/instance/{n}`);
    for (const number of [1, 2, 3]) {
      const { raw, status } = await picture(learner, radiology, number);
      expect(status).toBe(200);
      expect(raw.headers).toMatchObject({
        "content-type": "application/dicom",
        "content-length": String(raw.rawPayload.length),
        "cache-control": "private, max-age=31536000, immutable",
        vary: "cookie, x-site-token",
        "x-content-type-options": "nosniff",
        "content-security-policy": "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
      });
      const { bytes, pixelData } = await readDicomFile(new MemoryBytes(raw.rawPayload));
      expect((await bytes.read(pixelData?.position ?? 0, 2)).readUInt16LE()).toBe(100 * number);
      expect(RADIOLOGY_SECRETS.filter((secret) => raw.rawPayload.includes(secret))).toEqual([]);
    }
  });

  it("are not sent again if cached", async () => {
    const { radiology, learner } = await buildWorld();
    const first = await picture(learner, radiology, 1);
    const headers = { "if-none-match": String(first.raw.headers.etag) };
    expect((await picture(learner, radiology, 1, { headers })).status).toBe(304);
    expect((await picture(learner, radiology, 2, { headers })).status).toBe(200);
  });

  it("have a thumbnail for each series", async () => {
    const { radiology, learner } = await buildWorld();
    const { raw } = await picture(learner, radiology, 1, { kind: getRadiologyThumbnail });
    expect(raw.headers["content-type"]).toBe("image/webp");
    expect(await sharp(raw.rawPayload).metadata()).toMatchObject({ width: 16, height: 16 });
  });

  const missing: readonly [number: string, version: number | null][] = [
    ["0", null],
    ["4", null],
    ["01", null],
    ["1.5", null],
    ["..%2finstances", null],
    ["1", 987_654],
  ];
  for (const [number, version] of missing)
    it(`number ${number}${version ? " of another version" : ""} is not found`, async () => {
      const { radiology, teacher } = await buildWorld();
      const of = { ...radiology, version: version ?? radiology.version };
      const params = { id: of.id, version: of.version, number };
      const url = `/radiology/${params.id}/${params.version}/instance/${params.number}`;
      const answer = await server.app.inject({ url, headers: { "x-site-token": teacher.token } });
      expect(answer.statusCode).toBe(404);
    });

  it("of a hidden series are visible only to content managers", async () => {
    const { radiology, teacher, learner } = await buildWorld();
    await change(teacher, radiology, { series: [{ number: 1, isHidden: true }] });
    expect((await readSeries(learner, radiology)).answer.series).toEqual([]);
    expect((await read(learner, radiology)).answer).toMatchObject({ seriesCount: 0, thumbnail: null });
    expect((await picture(learner, radiology, 1)).status).toBe(404);
    expect((await picture(learner, radiology, 1, { kind: getRadiologyThumbnail })).status).toBe(404);
    expect((await readSeries(teacher, radiology)).answer.series[0]?.isHidden).toBe(true);
    expect((await picture(teacher, radiology, 1)).status).toBe(200);
    await change(teacher, radiology, { series: [{ number: 1, isHidden: false }] });
    expect((await picture(learner, radiology, 1)).status).toBe(200);
  });

  it("of a series whose number no column can store are rejected with 400", async () => {
    const { radiology, teacher } = await buildWorld();
    const { status, failure } = await change(teacher, radiology, { series: [{ number: 2 ** 31, isHidden: true }] });
    expect([status, failure.data]).toEqual([400, ["series.0.number.too_big"]]);
  });

  it("of a series hidden concurrently stay hidden: only the named series are changed", async () => {
    const { radiology, teacher } = await buildWorld();
    const series = await server.owner
      .selectFrom("radiology_series")
      .selectAll()
      .where("study_id", "=", radiology.version)
      .executeTakeFirstOrThrow();
    const spacing = { pixel_spacing_mm: series.pixel_spacing_mm && [...series.pixel_spacing_mm] };
    for (const number of [3, 5])
      await server.owner
        .insertInto("radiology_series")
        .values({ ...series, ...spacing, number })
        .execute();
    const hidden = async () =>
      (await readSeries(teacher, radiology)).answer.series.filter((one) => one.isHidden).map(({ number }) => number);
    await change(teacher, radiology, { series: [{ number: 3, isHidden: true }] });
    await change(teacher, radiology, { series: [{ number: 5, isHidden: true }] });
    expect(await hidden()).toEqual([3, 5]);
    await change(teacher, radiology, { title: "Another title" });
    await change(teacher, radiology, {
      series: [
        { number: 5, isHidden: false },
        { number: 9, isHidden: true },
      ],
    });
    expect(await hidden()).toEqual([3]);
  });

  it("of an inactive item are visible only to content managers", async () => {
    const { site, radiology, teacher, learner } = await buildWorld();
    await server.owner.updateTable("placement").set({ is_active: false }).where("site_id", "=", site.id).execute();
    expect((await picture(learner, radiology, 1)).status).toBe(404);
    expect((await picture(teacher, radiology, 1)).status).toBe(200);
  });
});

describe("a copy", () => {
  it("is a separate item with the same images", async () => {
    const { site, courseId, radiology, teacher, learner } = await buildWorld();
    const folderId = await buildFolder(site, { parentId: courseId });
    const body = { id: radiology.id, parentId: folderId };
    const { answer } = await sendCall(server, copyRadiology, { as: teacher, body });
    expect(answer.id).not.toBe(radiology.id);
    expect(answer).toMatchObject({ title: "A CT", state: "ready", version: radiology.version, instanceCount: 3 });
    await change(teacher, answer, { title: "Another" });
    expect((await read(teacher, radiology)).answer.title).toBe("A CT");
    const one = await picture(learner, radiology, 2);
    const other = await picture(learner, { id: answer.id, version: answer.version }, 2);
    expect(other.raw.rawPayload.equals(one.raw.rawPayload)).toBe(true);
  });

  it("keeps the images when the original is permanently deleted; deletes them with the last item", async () => {
    const { site, courseId, radiology, teacher } = await buildWorld();
    const body = { id: radiology.id, parentId: courseId };
    const { answer: copy } = await sendCall(server, copyRadiology, { as: teacher, body });
    const remove = (id: number) =>
      sendCall(server, removeItems, {
        as: teacher,
        params: { parentType: "course", parentId: String(courseId) },
        body: { itemIds: [id] },
      });
    await remove(radiology.id);
    expect((await picture(teacher, radiology, 1)).status).toBe(404);
    await clearAway(server.platform, Date.now() + 31 * DAY_MS);
    const ofCopy = { id: copy.id, version: copy.version };
    expect((await picture(teacher, ofCopy, 1)).status).toBe(200);
    await remove(copy.id);
    await clearAway(server.platform);
    expect(existsSync(studyFolderOf(site, radiology))).toBe(true);
    await clearAway(server.platform, Date.now() + 31 * DAY_MS);
    expect(existsSync(studyFolderOf(site, radiology))).toBe(false);
    const studies = await server.owner
      .selectFrom("radiology_study")
      .select("id")
      .where("site_id", "=", site.id)
      .execute();
    expect(studies).toEqual([]);
  });
});
