import type { QueryFor } from "@parfocal/core/call.contract.ts";
import { search } from "@parfocal/core/search/search.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { insertItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, buildFolder, place } from "#testing/build-content.ts";
import { buildCustomField } from "#testing/build-custom-field.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildPeople() {
  const site = await buildSite(server);
  return {
    site,
    teacher: await buildUser(site, { role: "teacher" }),
    learner: await buildUser(site, { role: "learner" }),
  };
}

async function ask(as: TestUser, query: QueryFor<typeof search>) {
  const { status, answer, failure } = await sendCall(server, search, { as, query });
  expect(status, failure?.message).toBe(200);
  return answer;
}

/** Titles of the results, the best first. */
async function titlesFor(as: TestUser, query: QueryFor<typeof search> | string): Promise<string[]> {
  const { results } = await ask(as, typeof query === "string" ? { query } : query);
  return results.map(({ title }) => title.map(({ text }) => text).join(""));
}

function describeItem(site: TestSite, id: number, facts: { description?: string; tags?: string[]; title?: string }) {
  return withSite(server.platform.database, site.id, (db) =>
    db.updateTable("item").set(facts).where("site_id", "=", site.id).where("id", "=", id).execute(),
  );
}

/** Marked words in brackets. */
const marked = (parts: readonly { text: string; isMatch: boolean }[] | undefined) =>
  parts?.map(({ text, isMatch }) => (isMatch ? `[${text}]` : text)).join("");

describe("spelling of search terms", () => {
  const typed: [query: string, isFound: boolean, why: string][] = [
    ["glomerulus", true, "the word"],
    ["GLOMERULUS", true, "capitals"],
    ["glomer", true, "its beginning"],
    ["glomerulus kidney", true, "two words in any order"],
    ["kidney, the glomerulus!", true, "punctuation and little words"],
    ["glomerulus liver", false, "a word that is not there"],
    ["ulus", false, "its end alone"],
    ["färbung", true, "an umlaut"],
    ["faerbung", true, "an umlaut spelt out"],
    ["farbung", true, "an umlaut without its dots"],
    ["stains", true, "the plural of a singular"],
    ["ki 67", true, "a name with a hyphen, without it"],
    ["Ki-67", true, "a name with a hyphen"],
    ["67", true, "a number"],
  ];
  let learner: TestUser;
  beforeAll(async () => {
    const people = await buildPeople();
    learner = people.learner;
    const parentId = await buildCourse(people.site, { title: "Histology" });
    const { id } = await buildSlide(people.site, { parentId, title: "Kidney with a Glomerulus" });
    await describeItem(people.site, id, { description: "<p>PAS-Färbung, one stain; Ki-67</p>" });
  });
  for (const [query, isFound, why] of typed)
    it(`${query}: ${isFound ? "found" : "not found"} (${why})`, async () => {
      expect(await titlesFor(learner, query)).toEqual(isFound ? ["Kidney with a Glomerulus"] : []);
    });

  const mistyped: [query: string, correctedTo: string][] = [
    ["glomerolus", "glomerulus"],
    ["gloemrulus", "glomerulus"],
    ["kidny", "kidney"],
    ["kidny glomerolus", "kidney glomerulus"],
    ["histolgy", "histology"],
    ["omerulus", "glomerulus"],
  ];
  for (const [query, correctedTo] of mistyped)
    it(`${query} is corrected to ${correctedTo}`, async () => {
      const answer = await ask(learner, { query });
      expect(answer).toMatchObject({ query, correctedTo, total: 1 });
      expect(answer.results[0]?.title.some(({ isMatch }) => isMatch)).toBe(true);
    });

  it("a term that resembles nothing is not corrected", async () => {
    expect(await ask(learner, { query: "xylophone" })).toMatchObject({ correctedTo: null, total: 0, results: [] });
  });
});

describe("a term is found in", () => {
  it("title, tags, description, a custom field, a content box, a case's diagnosis, an annotation", async () => {
    const { site, teacher, learner } = await buildPeople();
    const parentId = await buildCourse(site, { title: "Renal course" });
    const slide = await buildSlide(site, { parentId, title: "One" });
    const caseId = await buildCase(site, { parentId, title: "Two", diagnosis: "<p>Amyloidosis</p>" });
    await describeItem(site, slide.id, { tags: ["Trichrome"], description: "<p>From a <b>biopsy</b></p>" });
    await buildCustomField(site, { title: "Species", values: { [slide.id]: "Rattus norvegicus" } });
    await buildAnnotation(site, { slide, author: teacher, title: "Macula densa" });
    await withSite(server.platform.database, site.id, (db) =>
      db
        .insertInto("content_box")
        .values({
          site_id: site.id,
          item_id: slide.id,
          tabs: JSON.stringify([
            {
              title: "Anatomy",
              contentPages: [
                { title: "Cortex", content: "<p>podocytes</p>", isActive: true },
                { title: "Draft", content: "<p>mesangium</p>", isActive: false },
              ],
            },
          ]),
        })
        .execute(),
    );
    const found: [word: string, titles: string[], byTeacher?: string[]][] = [
      ["renal", ["Renal course"]],
      ["trichrome", ["One"]],
      ["biopsy", ["One"]],
      ["norvegicus", ["One"]],
      ["podocytes", ["One"]],
      ["anatomy cortex", ["One"]],
      ["mesangium", [], ["One"]],
      ["amyloidosis", ["Two"]],
      ["macula", ["Macula densa"]],
      ["trichrome norvegicus", ["One"]],
      ["trichrome macula", []],
    ];
    for (const [word, titles, byTeacher = titles] of found) {
      expect(await titlesFor(learner, word), `learner: ${word}`).toEqual(titles);
      expect(await titlesFor(teacher, word), `teacher: ${word}`).toEqual(byTeacher);
    }
    expect(await titlesFor(learner, "tif"), "the file's own name").toEqual([]);
    expect((await ask(learner, { query: "amyloidosis" })).results[0]?.itemId).toBe(caseId);
  });

  it("a diagnosis that has to be guessed only by content managers", async () => {
    const { site, teacher, learner } = await buildPeople();
    const id = await buildCase(site, { title: "Two", diagnosis: "<p>Amyloidosis</p>" });
    await withSite(server.platform.database, site.id, (db) =>
      db
        .updateTable("slide_case")
        .set({ collapses_diagnosis: true })
        .where("site_id", "=", site.id)
        .where("item_id", "=", id)
        .execute(),
    );
    expect(await titlesFor(learner, "amyloidosis")).toEqual([]);
    expect(await titlesFor(teacher, "amyloidosis")).toEqual(["Two"]);
  });

  it("questions and answers of a quiz never", async () => {
    const { site, teacher } = await buildPeople();
    const parentId = await buildCourse(site);
    for (const kind of ["quiz", "quizQuestion", "quizAnswerOption", "quizSlide", "quizCase"] as const) {
      const { id } = await withSite(server.platform.database, site.id, (db) =>
        insertItem(db, site.id, { kind, title: `Zebrafish ${kind}`, createdBy: null }),
      );
      await place(site, { parentId, itemId: id });
    }
    expect(await titlesFor(teacher, "zebrafish")).toEqual(["Zebrafish quiz"]);
  });
});

describe("changes are found immediately", () => {
  it("a title, a value, an annotation; and the former one is not", async () => {
    const { site, teacher, learner } = await buildPeople();
    const slide = await buildSlide(site, { title: "Before" });
    const fieldId = await buildCustomField(site, { values: { [slide.id]: "Cortex" } });
    const annotationId = await buildAnnotation(site, { slide, author: teacher, title: "Arrow" });
    await describeItem(site, slide.id, { title: "After" });
    await withSite(server.platform.database, site.id, async (db) => {
      await db
        .updateTable("custom_field_value")
        .set({ value: "Medulla" })
        .where("site_id", "=", site.id)
        .where("field_id", "=", fieldId)
        .execute();
      await db
        .updateTable("annotation")
        .set({ title: "Pointer" })
        .where("site_id", "=", site.id)
        .where("id", "=", annotationId)
        .execute();
    });
    for (const gone of ["before", "cortex", "arrow"]) expect(await titlesFor(learner, gone), gone).toEqual([]);
    for (const [now, title] of [
      ["after", "After"],
      ["medulla", "After"],
      ["pointer", "Pointer"],
    ] as const)
      expect(await titlesFor(learner, now), now).toEqual([title]);
    await withSite(server.platform.database, site.id, async (db) => {
      await db.deleteFrom("custom_field_value").where("site_id", "=", site.id).execute();
      await db.updateTable("annotation").set({ deleted_at: new Date() }).where("site_id", "=", site.id).execute();
    });
    for (const gone of ["medulla", "pointer"]) expect(await titlesFor(learner, gone), gone).toEqual([]);
    await withSite(server.platform.database, site.id, (db) =>
      db.updateTable("annotation").set({ deleted_at: null }).where("site_id", "=", site.id).execute(),
    );
    expect(await titlesFor(learner, "pointer"), "out of the bin").toEqual(["Pointer"]);
  });
});

describe("a result", () => {
  it("marks the match, names its location, and shows the text around it", async () => {
    const { site, learner } = await buildPeople();
    const courseId = await buildCourse(site, { title: "Histology" });
    const parentId = await buildFolder(site, { parentId: courseId, title: "Kidney" });
    const { id } = await buildSlide(site, { parentId, title: "Glomerulus, PAS" });
    await describeItem(site, id, {
      description: `<p>${"tissue ".repeat(100)}a glomerulus &amp; <i>its</i> capsule</p>`,
    });
    const { results } = await ask(learner, { query: "glomerulus" });
    expect(results).toHaveLength(1);
    expect(marked(results[0]?.title)).toBe("[Glomerulus], PAS");
    expect(marked(results[0]?.excerpt)).toMatch(/^… tissue .*a \[glomerulus\] & its capsule$/);
    expect(results[0]?.path.map(({ type, title }) => `${type} ${title}`)).toEqual([
      "course Histology",
      "folder Kidney",
      "image Glomerulus, PAS",
    ]);
    expect(results[0]?.thumbnail).toMatch(/^\/tiles\//);
    expect(results[0]?.view).toBeNull();
  });

  it("for a custom field names the field", async () => {
    const { site, learner } = await buildPeople();
    const { id } = await buildSlide(site, { title: "One" });
    await buildCustomField(site, { title: "Species", values: { [id]: "Mus musculus" } });
    const { results } = await ask(learner, { query: "musculus" });
    expect(results[0]?.fieldTitle).toBe("Species");
    expect(marked(results[0]?.excerpt)).toBe("Mus [musculus]");
  });

  it("for an annotation names its position and slide", async () => {
    const { site, teacher, learner } = await buildPeople();
    const slide = await buildSlide(site, { title: "Kidney, HE" });
    const annotationId = await buildAnnotation(site, { slide, author: teacher, title: "Macula densa" });
    const { results } = await ask(learner, { query: "macula" });
    expect(results[0]).toMatchObject({
      kind: "annotation",
      annotationId,
      itemId: slide.id,
      subtitle: "Kidney, HE",
      view: { center: [60, 60], zoom: null },
    });
  });

  it("with the term in its title comes before one with it in its text", async () => {
    const { site, learner } = await buildPeople();
    const parentId = await buildCourse(site, { title: "Course" });
    const text = await buildFolder(site, { parentId, title: "A folder" });
    await describeItem(site, text, { description: "liver and other organs" });
    await buildFolder(site, { parentId, title: "Z liver" });
    expect(await titlesFor(learner, "liver")).toEqual(["Z liver", "A folder"]);
  });

  it("is plain text, whatever it contains", async () => {
    const { site, learner } = await buildPeople();
    await buildCourse(site, { title: '<img src=x onerror="alert(1)"> kidney' });
    const { results } = await ask(learner, { query: "kidney" });
    expect(marked(results[0]?.title)).toBe('<img src=x onerror="alert(1)"> [kidney]');
  });
});

describe("facets", () => {
  async function buildOrgans() {
    const people = await buildPeople();
    const parentId = await buildCourse(people.site, { title: "Organ course" });
    const ids: number[] = [];
    for (const [title, tags] of [
      ["Organ A", ["HE"]],
      ["Organ B", ["HE", "PAS"]],
      ["Organ C", ["PAS"]],
    ] as const) {
      const { id } = await buildSlide(people.site, { parentId, title });
      await describeItem(people.site, id, { tags: [...tags] });
      ids.push(id);
    }
    const [a, b, c] = ids as [number, number, number];
    await buildCustomField(people.site, { title: "Organ", values: { [a]: "Kidney", [b]: "Kidney", [c]: "Lung" } });
    await buildCustomField(people.site, {
      title: "Methods",
      fieldType: "tags",
      values: { [a]: "IHC, FISH", [b]: "FISH" },
    });
    return people;
  }

  it("count content types, tags and values of fields; each word of a list", async () => {
    const { learner } = await buildOrgans();
    const { facets, total } = await ask(learner, { query: "organ" });
    expect(total).toBe(4);
    expect(facets.kinds).toEqual([
      { kind: "image", count: 3 },
      { kind: "course", count: 1 },
    ]);
    expect(facets.tags).toEqual([
      { value: "HE", count: 2 },
      { value: "PAS", count: 2 },
    ]);
    expect(facets.fields).toEqual([
      {
        title: "Methods",
        values: [
          { value: "FISH", count: 2 },
          { value: "IHC", count: 1 },
        ],
      },
      {
        title: "Organ",
        values: [
          { value: "Kidney", count: 2 },
          { value: "Lung", count: 1 },
        ],
      },
    ]);
  });

  const narrowed: [name: string, query: QueryFor<typeof search>, titles: string[]][] = [
    ["a kind", { kinds: "course" }, ["Organ course"]],
    ["two kinds", { "kinds[]": ["course", "image"] }, ["Organ A", "Organ B", "Organ C", "Organ course"]],
    ["a tag", { tags: "PAS" }, ["Organ B", "Organ C"]],
    ["two tags", { tags: ["PAS", "HE"] }, ["Organ B"]],
    ["a value", { "fieldTitles[]": "Organ", "fieldValues[]": "Kidney" }, ["Organ A", "Organ B"]],
    ["a value without brackets", { fieldTitles: "Organ", fieldValues: "Lung" }, ["Organ C"]],
    [
      "two values of one field: either",
      { "fieldTitles[]": ["Organ", "Organ"], "fieldValues[]": ["Kidney", "Lung"] },
      ["Organ A", "Organ B", "Organ C"],
    ],
    [
      "values of two fields: both",
      { "fieldTitles[]": ["Organ", "Methods"], "fieldValues[]": ["Kidney", "IHC"] },
      ["Organ A"],
    ],
    ["no word at all", { query: "", tags: "HE" }, ["Organ A", "Organ B"]],
  ];
  it("limit the results", async () => {
    const { learner } = await buildOrgans();
    for (const [name, query, titles] of narrowed)
      expect((await titlesFor(learner, { query: "organ", ...query })).sort(), name).toEqual(titles);
  });

  it("are not included in suggestions, and pages follow one another", async () => {
    const { learner } = await buildOrgans();
    const first = await ask(learner, { query: "organ", pageSize: "3", facets: "false" });
    const second = await ask(learner, { query: "organ", pageSize: "3", page: "2" });
    expect(first.facets).toEqual({ kinds: [], tags: [], fields: [] });
    expect([first.total, first.results.length, second.results.length]).toEqual([4, 3, 1]);
    const ids = [...first.results, ...second.results].map(({ itemId }) => itemId);
    expect(new Set(ids).size).toBe(4);
  });
});
