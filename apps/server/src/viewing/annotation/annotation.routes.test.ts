import {
  type Annotation,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  listAnnotationTypes,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { getImage } from "@parfocal/core/image/image.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { buildAnnotation, SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildCourse, buildFolder, place } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { multiplyAnnotation } from "#testing/multiply-annotation.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** An image, one person of each role and a second learner. */
async function buildClass(options: Parameters<typeof buildSlide>[1] = {}) {
  const site = await buildSite(server);
  const [slide, learner, otherLearner, expert, teacher] = [
    await buildSlide(site, options),
    await buildUser(site, { role: "learner", displayName: "Leo" }),
    await buildUser(site, { role: "learner", displayName: "Lea" }),
    await buildUser(site, { role: "expert", displayName: "Eva" }),
    await buildUser(site, { role: "teacher", displayName: "Theo" }),
  ];
  return { site, slide, learner, otherLearner, expert, teacher };
}

const draw = (as: TestUser, slide: TestSlide, body: Partial<BodyFor<typeof createAnnotation>> = {}) =>
  sendCall(server, createAnnotation, {
    as,
    body: { imageId: slide.id, typeId: 211, title: "A glomerulus", geometry: SQUARE_WKT, ...body },
  });

const change = (as: TestUser, id: number, body: BodyFor<typeof updateAnnotation>) =>
  sendCall(server, updateAnnotation, { as, params: { id: String(id) }, body });

const remove = (as: TestUser, id: number) => sendCall(server, deleteAnnotation, { as, params: { id: String(id) } });

async function list(as: TestUser, slide: TestSlide, query: Record<string, string> = { query: "all" }) {
  const { answer } = await sendCall(server, listAnnotations, {
    as,
    params: { itemId: String(slide.id) },
    query: query as never,
  });
  return answer;
}

const idsOf = (annotations: readonly Annotation[]) => annotations.map(({ id }) => id);

describe("access to annotations", () => {
  async function buildDrawn() {
    const people = await buildClass();
    const { slide, learner, otherLearner, expert } = people;
    const own = (await draw(learner, slide)).answer.id;
    const others = (await draw(otherLearner, slide)).answer.id;
    const experts = (await draw(expert, slide)).answer.id;
    return { ...people, own, others, experts };
  }

  type Drawn = Awaited<ReturnType<typeof buildDrawn>>;
  const filters: [filter: string | undefined, asLearner: (d: Drawn) => number[], asExpert: (d: Drawn) => number[]][] = [
    ["all", (d) => [d.own, d.experts], (d) => [d.own, d.others, d.experts]],
    ["expert", (d) => [d.experts], (d) => [d.experts]],
    [undefined, (d) => [d.experts], (d) => [d.experts]],
    ["student", (d) => [d.own], (d) => [d.own, d.others]],
    ["mine", (d) => [d.own], (d) => [d.experts]],
    ["none", () => [], () => []],
    ["workgroup", () => [], () => []],
  ];
  for (const [filter, asLearner, asExpert] of filters) {
    it(`filter ${filter ?? "left out: expert"}`, async () => {
      const drawn = await buildDrawn();
      const query: Record<string, string> = filter ? { query: filter } : {};
      expect(idsOf(await list(drawn.learner, drawn.slide, query))).toEqual(asLearner(drawn));
      expect(idsOf(await list(drawn.expert, drawn.slide, query))).toEqual(asExpert(drawn));
    });
  }

  it("an unknown filter is rejected", async () => {
    const { learner, slide } = await buildClass();
    const { status } = await sendCall(server, listAnnotations, {
      as: learner,
      params: { itemId: String(slide.id) },
      query: { query: "everyone" as never },
    });
    expect(status).toBe(400);
  });

  it("those of one user are filtered by user ID", async () => {
    const drawn = await buildDrawn();
    const ofOther = { query: "all", userId: String(drawn.otherLearner.id) };
    expect(idsOf(await list(drawn.expert, drawn.slide, ofOther))).toEqual([drawn.others]);
    expect(await list(drawn.learner, drawn.slide, ofOther)).toEqual([]);
  });

  it("flags: own, of a student, can be edited, can be deleted", async () => {
    const drawn = await buildDrawn();
    const flagsFor = async (user: TestUser) =>
      Object.fromEntries(
        (await list(user, drawn.slide)).map((a) => [
          a.id,
          [a.isUserOwner, a.isStudent, a.userCanEdit, a.userCanDelete],
        ]),
      );
    expect(await flagsFor(drawn.learner)).toEqual({
      [drawn.own]: [true, true, true, true],
      [drawn.experts]: [false, false, false, false],
    });
    expect(await flagsFor(drawn.expert)).toEqual({
      [drawn.own]: [false, true, false, false],
      [drawn.others]: [false, true, false, false],
      [drawn.experts]: [true, false, true, true],
    });
    expect(await flagsFor(drawn.teacher)).toEqual({
      [drawn.own]: [false, true, false, true],
      [drawn.others]: [false, true, false, true],
      [drawn.experts]: [false, false, true, true],
    });
  });

  const actions: [
    actor: "learner" | "otherLearner" | "expert" | "teacher",
    of: "own" | "experts",
    edit: number,
    remove: number,
  ][] = [
    ["learner", "own", 200, 204],
    ["otherLearner", "own", 404, 404],
    ["expert", "own", 403, 403],
    ["teacher", "own", 403, 204],
    ["learner", "experts", 403, 403],
    ["expert", "experts", 200, 204],
    ["teacher", "experts", 200, 204],
  ];
  for (const [actor, of, edit, removal] of actions) {
    it(`${actor} on an annotation of ${of === "own" ? "the learner" : "the expert"}: edit ${edit}, delete ${removal}`, async () => {
      const drawn = await buildDrawn();
      expect((await change(drawn[actor], drawn[of], { title: "Changed" })).status).toBe(edit);
      const author = of === "own" ? drawn.learner : drawn.expert;
      const titles = (await list(author, drawn.slide)).filter(({ id }) => id === drawn[of]).map(({ title }) => title);
      expect(titles).toEqual([edit === 200 ? "Changed" : "A glomerulus"]);
      expect((await remove(drawn[actor], drawn[of])).status).toBe(removal);
      expect(idsOf(await list(author, drawn.slide)).includes(drawn[of])).toBe(removal !== 204);
    });
  }

  it("of an image hidden from a learner are not found by the learner, not even own ones", async () => {
    const { learner, slide } = await buildClass();
    const { id } = (await draw(learner, slide)).answer;
    await server.owner.updateTable("placement").set({ is_active: false }).where("item_id", "=", slide.id).execute();
    const listed = await sendCall(server, listAnnotations, { as: learner, params: { itemId: String(slide.id) } });
    expect(listed.status).toBe(404);
    expect((await draw(learner, slide)).status).toBe(404);
    expect((await change(learner, id, { title: "Changed" })).status).toBe(404);
    expect((await remove(learner, id)).status).toBe(404);
  });

  it("if annotations are hidden, a learner sees only own ones, an expert all", async () => {
    const drawn = await buildDrawn();
    await server.owner
      .updateTable("placement")
      .set({ annotations_active: false })
      .where("item_id", "=", drawn.slide.id)
      .execute();
    expect(idsOf(await list(drawn.learner, drawn.slide))).toEqual([drawn.own]);
    expect(idsOf(await list(drawn.expert, drawn.slide))).toEqual([drawn.own, drawn.others, drawn.experts]);
  });

  it("are returned if one of the slide's placements shows them: the page hides them in the others", async () => {
    const drawn = await buildDrawn();
    const { site, slide, learner } = drawn;
    await server.owner
      .updateTable("placement")
      .set({ annotations_active: false })
      .where("item_id", "=", slide.id)
      .execute();
    // Deeper, so that it is not the first path to the slide.
    const folder = await buildFolder(site, { parentId: await buildCourse(site) });
    await place(site, { parentId: folder, itemId: slide.id });
    expect(idsOf(await list(learner, slide))).toEqual([drawn.own, drawn.experts]);
    const params = { id: String(slide.id) };
    for (const [parent, isShown] of [
      [slide.parentId, false],
      [folder, true],
    ] as const) {
      const { answer } = await sendCall(server, getImage, { as: learner, params, query: { parent: String(parent) } });
      expect(answer.annotationsActive).toBe(isShown);
    }
  });

  it("of a slide with more than 10,000 are rejected with a hint to request those in view", async () => {
    const { expert, slide } = await buildClass();
    const { id } = (await draw(expert, slide)).answer;
    const listed = () => sendCall(server, listAnnotations, { as: expert, params: { itemId: String(slide.id) } });
    await multiplyAnnotation(server, id, 10_000);
    const { status, failure } = await listed();
    expect([status, failure.data]).toEqual([413, ["tooManyAnnotations"]]);
    expect(failure.message).toContain("10000 annotations");
    await remove(expert, id);
    expect((await listed()).status).toBe(200);
  });

  it("the author's name is returned, and no email address", async () => {
    const { learner, expert, slide } = await buildClass();
    await draw(expert, slide);
    const [seen] = await list(learner, slide);
    expect(seen?.author).toBe("Eva");
    expect(JSON.stringify(seen)).not.toContain("@");
  });
});

describe("the texts of an annotation", () => {
  const POINT = "POINT (5 6)";
  const forms: [what: string, typeId: number, title: string, content: string, missing: string[] | null][] = [
    ["only a title", 213, "Nucleus", "", null],
    ["only a content", 213, "", "A nucleus", null],
    ["neither", 213, "", "", ["title", "content"]],
    ["blanks only", 213, "  ", "\n\t", ["title", "content"]],
    ["a text with both", 212, "Note", "Look here", null],
    ["a text without title", 212, "", "Look here", ["title"]],
    ["a text without content", 212, "Note", " ", ["content"]],
  ];
  for (const [what, typeId, title, content, missing] of forms) {
    it(`${what}: ${missing ? `${missing.join(" and ")} missing` : "saved"}`, async () => {
      const { learner, slide } = await buildClass();
      const { status, failure } = await draw(learner, slide, { typeId, geometry: POINT, title, content });
      expect(status).toBe(missing ? 400 : 200);
      if (missing) expect(failure.data).toEqual(missing);
    });
  }

  it("cannot both be removed later", async () => {
    const { learner, slide } = await buildClass();
    const { id } = (await draw(learner, slide, { title: "Nucleus" })).answer;
    expect((await change(learner, id, { title: "" })).status).toBe(400);
    expect((await change(learner, id, { title: "", content: "A nucleus" })).status).toBe(200);
  });

  const links: [link: string, status: number][] = [
    ["", 200],
    ["https://example.org/a?b=c", 200],
    ["HTTP://example.org", 200],
    ["mailto:a@example.org", 200],
    ["/s1/course2/", 200],
    ["javascript:alert(1)", 400],
    [" JavaScript:alert(1)", 400],
    ["data:text/html,x", 400],
    ["//evil.example", 400],
    ["example.org", 400],
    ["java\nscript:alert(1)", 400],
    ["vbscript:x", 400],
    [`https://${"x".repeat(2000)}`, 400],
  ];
  for (const [link, status] of links) {
    it(`a link ${JSON.stringify(link.slice(0, 40))}: ${status}`, async () => {
      const { learner, slide } = await buildClass();
      expect((await draw(learner, slide, { link })).status).toBe(status);
    });
  }

  it("are stored unchanged, with markup and line breaks, up to their limits", async () => {
    const { learner, slide } = await buildClass();
    const content = '<img src=x onerror=alert(1)>\nline two\u2028\u{1F52C} "quoted" \\ ';
    const { answer } = await draw(learner, slide, { title: "'; DROP TABLE annotation; --", content });
    expect(answer).toMatchObject({ title: "'; DROP TABLE annotation; --", content });
    expect((await draw(learner, slide, { title: "x".repeat(500), content: "x".repeat(20_000) })).status).toBe(200);
    expect((await draw(learner, slide, { title: "x".repeat(501) })).status).toBe(400);
    expect((await draw(learner, slide, { content: "x".repeat(20_001) })).status).toBe(400);
  });

  it("with a null character, which the database cannot store, are rejected as invalid input", async () => {
    const { learner, slide } = await buildClass();
    expect((await draw(learner, slide, { title: "a\0b" })).status).toBe(400);
  });
});

describe("the order of an image's annotations", () => {
  it("is that of their creation; a deleted one leaves a gap and its position is not reused", async () => {
    const { site, learner, slide } = await buildClass();
    const made = [await draw(learner, slide), await draw(learner, slide), await draw(learner, slide)];
    const ids = made.map(({ answer }) => answer.id);
    expect(made.map(({ answer }) => answer.order)).toEqual([1, 2, 3]);
    await remove(learner, ids[2] as number);
    await remove(learner, ids[0] as number);
    const next = (await draw(learner, slide)).answer;
    expect(next.order).toBe(4);
    expect((await list(learner, slide)).map(({ id, order }) => [id, order])).toEqual([
      [ids[1], 2],
      [next.id, 4],
    ]);
    const violations = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
    expect(violations.filter(({ count }) => count > 0)).toEqual([]);
  });

  it("has no duplicates when thirty are created concurrently", async () => {
    const { learner, expert, slide } = await buildClass();
    const made = await Promise.all(Array.from({ length: 30 }, (_, index) => draw(index % 2 ? learner : expert, slide)));
    expect(made.map(({ answer }) => answer.order).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 30 }, (_, index) => index + 1),
    );
  });

  it("is separate for each image", async () => {
    const { site, learner, slide } = await buildClass();
    await draw(learner, slide);
    expect((await draw(learner, await buildSlide(site))).answer.order).toBe(1);
  });
});

describe("a change", () => {
  it("keeps omitted fields", async () => {
    const { learner, slide } = await buildClass();
    const before = (await draw(learner, slide, { content: "Text", link: "/s1/", zoom: 3.5, includeMeasurement: true }))
      .answer;
    const { answer } = await change(learner, before.id, { title: "Changed" });
    expect({ ...answer, updatedAt: "" }).toEqual({ ...before, title: "Changed", updatedAt: "" });
    expect(Date.parse(answer.updatedAt)).toBeGreaterThanOrEqual(Date.parse(before.updatedAt));
    expect((await change(learner, before.id, { zoom: null })).answer.zoom).toBeNull();
  });

  it("of the title and a concurrent one of the content are both kept", async () => {
    const { learner, slide } = await buildClass();
    for (let turn = 0; turn < 10; turn += 1) {
      const { id } = (await draw(learner, slide, { title: "Old", content: "Old" })).answer;
      await Promise.all([change(learner, id, { title: "New" }), change(learner, id, { content: "New" })]);
      const changed = (await list(learner, slide)).find((annotation) => annotation.id === id);
      expect([changed?.title, changed?.content]).toEqual(["New", "New"]);
    }
  });

  it("whose path and body name different annotations is rejected", async () => {
    const { learner, slide } = await buildClass();
    const [one, other] = [(await draw(learner, slide)).answer.id, (await draw(learner, slide)).answer.id];
    expect((await change(learner, one, { id: other, title: "Changed" })).status).toBe(400);
    expect((await change(learner, one, { id: one, title: "Changed" })).status).toBe(200);
  });

  it("of a deleted annotation is not possible, nor is deleting it again", async () => {
    const { learner, slide } = await buildClass();
    const { id } = (await draw(learner, slide)).answer;
    expect((await remove(learner, id)).status).toBe(204);
    expect((await remove(learner, id)).status).toBe(404);
    expect((await change(learner, id, { title: "Changed" })).status).toBe(404);
  });

  it("cannot turn a student annotation into an expert annotation", async () => {
    const { site, learner, expert, slide } = await buildClass();
    const { id } = (await draw(learner, slide)).answer;
    const { status } = await change(learner, id, { isStudent: false } as never);
    expect(status).toBe(400);
    const byExpert = await buildAnnotation(site, { slide, author: expert });
    const annotations = await list(expert, slide);
    expect(annotations.map((a) => [a.id, a.isStudent])).toEqual([
      [id, true],
      [byExpert, false],
    ]);
  });
});

it("a slideId of the earlier interface is accepted alone, or if it is the same slide", async () => {
  const { learner, slide } = await buildClass();
  const alone = await draw(learner, slide, { imageId: undefined, slideId: slide.id });
  expect(alone.answer.imageId).toBe(slide.id);
  expect((await draw(learner, slide, { imageId: undefined })).status).toBe(400);
  expect((await draw(learner, slide, { slideId: slide.id, newApi: true })).status).toBe(200);
  expect((await draw(learner, slide, { slideId: slide.id + 1 })).status).toBe(400);
});

it("returns the annotation types with the specification's IDs", async () => {
  const { learner } = await buildClass();
  const { answer } = await sendCall(server, listAnnotationTypes, { as: learner });
  expect(answer).toEqual(
    expect.arrayContaining([
      { id: 2, name: "image" },
      { id: 8, name: "bound-point" },
      { id: 201, name: "polygon" },
      { id: 211, name: "polygon" },
    ]),
  );
});
