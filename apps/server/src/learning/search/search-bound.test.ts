/** A word that occurs nearly everywhere: how many hits are counted, and that no visible hits are missed. */
import { beforeAll, describe, expect, it } from "vitest";
import { Caller } from "#platform/access/caller.ts";
import { withSite } from "#platform/db/database.ts";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildCustomField } from "#testing/build-custom-field.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { findHits, type SearchOptions } from "./search.queries.ts";
import { readTerms } from "./search-terms.queries.ts";

const MOST = 3;

let server: SharedTestServer;
let site: TestSite;
let people: { learner: TestUser; teacher: TestUser };
const slideIds: number[] = [];
beforeAll(async () => {
  server = await sharedTestServer();
  site = await buildSite(server);
  people = { learner: await buildUser(site), teacher: await buildUser(site, { role: "teacher" }) };
  const [open, hidden] = [await buildCourse(site), await buildCourse(site, { isVisible: false })];
  // The best matches, with their whole name, are hidden.
  for (const title of ["Tissue", "Tissue", "Tissue", "Tissue"]) await buildSlide(site, { title, parentId: hidden });
  const author = await buildUser(site, { role: "expert" });
  for (const title of ["Tissues E", "Tissues D", "Tissues C", "Tissues B", "Tissues A"]) {
    const slide = await buildSlide(site, { title, parentId: open });
    slideIds.push(slide.id);
    await buildAnnotation(site, { slide, author, title: "Tissues" });
  }
  const [first, second] = slideIds as [number, number];
  await buildCustomField(site, { title: "Organ", values: { [first]: "Kidney", [second]: "Lung" } });
});

function find(as: TestUser, typed: string, options: Partial<SearchOptions> = {}, most: number | undefined = MOST) {
  return withSite(server.platform.database, site.id, async (db) => {
    const isExpert = as === people.teacher;
    const who = { id: as.id, isExpert, isContentManager: isExpert, workGroupIds: [] };
    const searcher = { caller: new Caller({ ...as, sessionId: 0 }), who };
    const terms = await readTerms(db, typed);
    const all = { terms, fields: new Map(), tags: [], kinds: [], page: 1, pageSize: 20, wantsFacets: true, ...options };
    return findHits(db, site.id, searcher, all, most);
  });
}
const ids = ({ hits }: Awaited<ReturnType<typeof find>>) => hits.map(({ itemId }) => itemId);

describe("a word with more matches than are counted", () => {
  it("shows and counts the best items and annotations, and reports that there are more", async () => {
    const found = await find(people.teacher, "tissue");
    expect(found).toMatchObject({ total: 2 * MOST, isMore: true });
    expect(found.facets.kinds).toEqual([
      { kind: "annotation", count: MOST },
      { kind: "image", count: MOST },
    ]);
    expect(
      ids(found)
        .slice(0, MOST)
        .some((id) => slideIds.includes(id)),
      "whole words first",
    ).toBe(false);
  });

  it("is exact up to the limit itself", async () => {
    const exact = await find(people.teacher, "tissue", {}, 9);
    expect(exact).toMatchObject({ total: 14, isMore: false });
    expect((await find(people.teacher, "tissue", {}, 8)).isMore).toBe(true);
  });

  it("is exact for a person who sees few of the best: their own follow after the hidden ones", async () => {
    const found = await find(people.learner, "tissue", { pageSize: 5 }, 5);
    expect(found).toMatchObject({ total: 10, isMore: false });
    expect(ids(found).toSorted()).toEqual(slideIds.toSorted());
  });

  it("is not exact for a person who sees half of the best", async () => {
    expect(await find(people.learner, "tissue", {}, 8)).toMatchObject({ total: 9, isMore: true });
  });

  const chosen: [name: string, options: Partial<SearchOptions>, total: number][] = [
    ["a kind", { kinds: ["image"] }, 9],
    ["a value of a field", { fields: new Map([["Organ", ["Lung"]]]) }, 2],
  ];
  for (const [name, options, total] of chosen)
    it(`is exact if ${name} is chosen`, async () => {
      expect(await find(people.teacher, "tissue", options)).toMatchObject({ total, isMore: false });
    });

  it("is exact without any search term", async () => {
    expect(await find(people.teacher, "")).toMatchObject({ total: 11, isMore: false });
  });
});
