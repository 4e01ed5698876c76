import { listCases } from "@parfocal/core/case/case.contract.ts";
import {
  createColourPreset,
  deleteColourPreset,
  listColourPresets,
  updateColourPreset,
} from "@parfocal/core/colour-preset/colour-preset.contract.ts";
import { PRESETS_MAX } from "@parfocal/core/colour-preset/preset-limits.ts";
import { getCourse, listCourses } from "@parfocal/core/course/course.contract.ts";
import { getImage, listImages } from "@parfocal/core/image/image.contract.ts";
import { NEUTRAL_COLOUR } from "@parfocal/core/item/colour-adjustment.ts";
import { getShare } from "@parfocal/core/share/share.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCase } from "#testing/build-case.ts";
import { buildColourPreset } from "#testing/build-colour-preset.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildShare } from "#testing/build-share.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld() {
  const site = await buildSite(server);
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site, { role: "learner" });
  const slide = await buildSlide(site);
  return { site, teacher, learner, slide, params: { id: String(slide.id) } };
}

const FADED = { ...NEUTRAL_COLOUR, contrast: 130, saturation: 120 };
const DARK = { ...NEUTRAL_COLOUR, brightness: 80, hueRotation: -20, invert: 100 };

describe("colour presets of a slide", () => {
  it("saved by a teacher are returned to a learner, in order of creation", async () => {
    const { teacher, learner, params, slide } = await buildWorld();
    for (const [name, colour] of [["Faded", FADED] as const, ["Dark", DARK] as const])
      await sendCall(server, createColourPreset, { as: teacher, params, body: { name, colour } });
    const { answer } = await sendCall(server, listColourPresets, { as: learner, params });
    expect(answer).toMatchObject([
      { imageId: slide.id, name: "Faded", colour: FADED, isDefault: false },
      { imageId: slide.id, name: "Dark", colour: DARK, isDefault: false },
    ]);
  });

  it("are changed field by field: omitted fields are unchanged", async () => {
    const { site, teacher, slide, params } = await buildWorld();
    const presetId = await buildColourPreset(site, { imageId: slide.id, name: "Faded", colour: FADED });
    const change = (body: object) =>
      sendCall(server, updateColourPreset, { as: teacher, params: { ...params, presetId: String(presetId) }, body });
    expect((await change({ name: "Old stain" })).answer).toMatchObject({ name: "Old stain", colour: FADED });
    expect((await change({ colour: DARK })).answer).toMatchObject({
      name: "Old stain",
      colour: DARK,
      isDefault: false,
    });
    expect((await change({ isDefault: true })).answer).toMatchObject({ colour: DARK, isDefault: true });
    expect((await change({})).answer).toMatchObject({ name: "Old stain", isDefault: true });
  });

  it("are deleted, and can be created again with the same values", async () => {
    const { site, teacher, slide, params } = await buildWorld();
    const presetId = await buildColourPreset(site, { imageId: slide.id, name: "Faded", isDefault: true });
    const key = { ...params, presetId: String(presetId) };
    expect((await sendCall(server, deleteColourPreset, { as: teacher, params: key })).status).toBe(204);
    expect((await sendCall(server, listColourPresets, { as: teacher, params })).answer).toEqual([]);
    expect((await sendCall(server, deleteColourPreset, { as: teacher, params: key })).status).toBe(404);
    const body = { name: "Faded", colour: FADED, isDefault: true };
    expect((await sendCall(server, createColourPreset, { as: teacher, params, body })).answer).toMatchObject(body);
  });

  it("belong to one slide: they are not found through another", async () => {
    const { site, teacher, slide } = await buildWorld();
    const other = await buildSlide(site);
    const presetId = await buildColourPreset(site, { imageId: slide.id });
    const params = { id: String(other.id), presetId: String(presetId) };
    expect((await sendCall(server, updateColourPreset, { as: teacher, params, body: { name: "Mine" } })).status).toBe(
      404,
    );
    expect((await sendCall(server, deleteColourPreset, { as: teacher, params })).status).toBe(404);
  });

  it(`have a limit of ${PRESETS_MAX}, and the answer reports it`, async () => {
    const { site, teacher, slide, params } = await buildWorld();
    for (let made = 0; made < PRESETS_MAX; made += 1) await buildColourPreset(site, { imageId: slide.id });
    const body = { name: "One more", colour: FADED };
    const { status, failure } = await sendCall(server, createColourPreset, { as: teacher, params, body });
    expect([status, failure.message]).toEqual([409, "A slide can have up to 20 colour presets. Delete one first."]);
  });

  const wrong: [name: string, body: object][] = [
    ["a blank name", { name: "  ", colour: FADED }],
    ["a name of 81 characters", { name: "x".repeat(81), colour: FADED }],
    ["brightness above 200 %", { name: "a", colour: { ...FADED, brightness: 201 } }],
    ["hue beyond a half turn", { name: "a", colour: { ...FADED, hueRotation: -181 } }],
    ["half a percent", { name: "a", colour: { ...FADED, contrast: 99.5 } }],
    ["a missing value", { name: "a", colour: { brightness: 100 } }],
    ["an unknown value", { name: "a", colour: { ...FADED, sepia: 100 } }],
  ];
  for (const [name, body] of wrong)
    it(`with ${name} are rejected`, async () => {
      const { teacher, params } = await buildWorld();
      const { status, failure } = await sendCall(server, createColourPreset, {
        as: teacher,
        params,
        body: body as never,
      });
      expect(status).toBe(400);
      expect(failure.message).toMatch(/^Invalid request\. (name|colour)/);
    });
});

describe("the default preset of a slide", () => {
  it("is at most one, also when several are created as the default at the same time", async () => {
    const { teacher, params } = await buildWorld();
    const make = (name: string) =>
      sendCall(server, createColourPreset, { as: teacher, params, body: { name, colour: FADED, isDefault: true } });
    const made = await Promise.all(["a", "b", "c", "d", "e"].map(make));
    expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { answer } = await sendCall(server, listColourPresets, { as: teacher, params });
    expect(answer.filter(({ isDefault }) => isDefault)).toHaveLength(1);
  });

  it("is returned with the slide, its cards and its shares; omitted if there is none", async () => {
    const { site, teacher, learner, slide, params } = await buildWorld();
    const { token } = await buildShare(site, { createdBy: teacher, itemId: slide.id });
    const readPresets = async () => {
      const image = await sendCall(server, getImage, { as: learner, params });
      const course = await sendCall(server, getCourse, { as: learner, params: { id: String(slide.parentId) } });
      const all = await sendCall(server, listImages, { as: teacher });
      const share = await sendCall(server, getShare, { params: { token } });
      return [image.answer.colour, course.answer.items[0]?.colour, all.answer[0]?.colour, share.answer.colour];
    };
    await buildColourPreset(site, { imageId: slide.id, colour: DARK });
    expect(await readPresets()).toEqual([null, null, null, null]);
    await buildColourPreset(site, { imageId: slide.id, colour: FADED, isDefault: true });
    expect(await readPresets()).toEqual([FADED, FADED, FADED, FADED]);
  });
});

describe("thumbnails show their slide's colours", () => {
  async function buildShelf() {
    const site = await buildSite(server);
    const teacher = await buildUser(site, { role: "teacher" });
    const course = await buildCourse(site);
    const folder = await buildFolder(site, { parentId: course });
    const slide = await buildSlide(site, { parentId: folder });
    const caseId = await buildCase(site, { parentId: course, items: [{ id: slide.id }] });
    const coloursOfCovers = async () => {
      const { answer: courses } = await sendCall(server, listCourses, { as: teacher });
      const { answer: inside } = await sendCall(server, getCourse, {
        as: teacher,
        params: { id: String(course) },
      });
      const { answer: cases } = await sendCall(server, listCases, { as: teacher });
      const cardOfCase = inside.items.find(({ id }) => id === caseId);
      return [courses[0]?.colour, inside.folders[0]?.colour, cardOfCase?.colour, cases[0]?.colour];
    };
    return { site, slide, coloursOfCovers };
  }

  it("of a course, a folder and a case; without a default preset they have none", async () => {
    const { site, slide, coloursOfCovers } = await buildShelf();
    await buildColourPreset(site, { imageId: slide.id, colour: DARK });
    expect(await coloursOfCovers()).toEqual([null, null, null, null]);
    await buildColourPreset(site, { imageId: slide.id, colour: FADED, isDefault: true });
    expect(await coloursOfCovers()).toEqual([FADED, FADED, FADED, FADED]);
  });
});

it("a learner cannot list presets of an inactive slide", async () => {
  const { site, learner } = await buildWorld();
  const hidden = await buildSlide(site, { isActive: false });
  const { status } = await sendCall(server, listColourPresets, { as: learner, params: { id: String(hidden.id) } });
  expect(status).toBe(404);
});
