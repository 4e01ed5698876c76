/** Who finds what: states by people; for items compared with what `item-access.ts` lets each person open. */
import type { Role } from "@parfocal/core/access/capabilities.ts";
import { search } from "@parfocal/core/search/search.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { accessScopeOf } from "#item/access-scope.ts";
import { listWaysToEach } from "#item/item-paths.queries.ts";
import { findVisibleAmong } from "#item/visible-items.queries.ts";
import { Caller } from "#platform/access/caller.ts";
import { withSite } from "#platform/db/database.ts";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildCourse, buildFolder, place } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function isFound(site: TestSite, as: TestUser | null, query: string): Promise<boolean> {
  const { status, answer } = await sendCall(server, search, { as, siteId: site.id, query: { query } });
  expect(status).toBe(200);
  return answer.total > 0;
}

function change(site: TestSite, table: "item" | "course", id: number, facts: object) {
  return withSite(server.platform.database, site.id, (db) =>
    db
      .updateTable(table as "item")
      .set(facts)
      .where("site_id", "=", site.id)
      .where((table === "item" ? "id" : "item_id") as "id", "=", id)
      .execute(),
  );
}

type State = (site: TestSite) => Promise<number>;

const inCourse = async (site: TestSite, isVisible = true) => {
  const parentId = await buildCourse(site, { title: "Course", isVisible });
  return { parentId, slide: (placing: object = {}) => buildSlide(site, { title: "Zebrafish", parentId, ...placing }) };
};

const states: [state: string, build: State, finders: Role[]][] = [
  [
    "open",
    async (site) => (await (await inCourse(site)).slide()).id,
    ["learner", "expert", "teacher", "administrator"],
  ],
  [
    "inactive",
    async (site) => (await (await inCourse(site)).slide({ isActive: false })).id,
    ["teacher", "administrator"],
  ],
  [
    "in a hidden course",
    async (site) => (await (await inCourse(site, false)).slide()).id,
    ["teacher", "administrator"],
  ],
  [
    "in an inactive folder",
    async (site) => {
      const { parentId } = await inCourse(site);
      const folder = await buildFolder(site, { parentId, isActive: false });
      return (await buildSlide(site, { title: "Zebrafish", parentId: folder })).id;
    },
    ["teacher", "administrator"],
  ],
  [
    "in an inactive folder and in an active one",
    async (site) => {
      const { parentId } = await inCourse(site);
      const folder = await buildFolder(site, { parentId, isActive: false });
      const { id } = await buildSlide(site, { title: "Zebrafish", parentId: folder });
      await place(site, { parentId: await buildFolder(site, { parentId }), itemId: id });
      return id;
    },
    ["learner", "expert", "teacher", "administrator"],
  ],
  [
    "deleted",
    async (site) => {
      const { id } = await (await inCourse(site)).slide();
      await change(site, "item", id, { deleted_at: new Date() });
      return id;
    },
    [],
  ],
  [
    "in a deleted folder",
    async (site) => {
      const { parentId } = await inCourse(site);
      const folder = await buildFolder(site, { parentId });
      const { id } = await buildSlide(site, { title: "Zebrafish", parentId: folder });
      await change(site, "item", folder, { deleted_at: new Date() });
      return id;
    },
    [],
  ],
  [
    "in a course for experts",
    async (site) => {
      const { parentId, slide } = await inCourse(site);
      await change(site, "course", parentId, { user_roles: ["expert"] });
      return (await slide()).id;
    },
    ["expert", "teacher", "administrator"],
  ],
];

describe("a slide", () => {
  for (const [state, build, finders] of states)
    it(`${state} is found by ${finders.join(", ") || "nobody"}, and by nobody else`, async () => {
      const site = await buildSite(server);
      const id = await build(site);
      for (const role of ["learner", "expert", "teacher", "administrator"] as const) {
        const user = await buildUser(site, { role });
        expect(await isFound(site, user, "zebrafish"), role).toBe(finders.includes(role));
        expect(await isFound(site, user, "zebrafihs"), `${role}, mistyped`).toBe(finders.includes(role));
        const caller = new Caller({ ...user, sessionId: 0 });
        const [seen, ways] = await withSite(server.platform.database, site.id, async (db) => [
          await findVisibleAmong(db, site.id, { caller }, [id]),
          await listWaysToEach(db, site.id, [id], accessScopeOf(caller)),
        ]);
        expect(seen.has(id), `${role}: as it can be opened`).toBe(ways.has(id));
      }
    });

  it("is found by guests if the site's content is public, as by learners", async () => {
    const site = await buildSite(server, { isContentPublic: true });
    await (await inCourse(site)).slide();
    await (await inCourse(site, false)).slide({ title: "Axolotl" });
    expect(await isFound(site, null, "zebrafish")).toBe(true);
    expect(await isFound(site, null, "axolotl")).toBe(false);
    const closed = await buildSite(server);
    const { status } = await sendCall(server, search, { siteId: closed.id, query: { query: "zebrafish" } });
    expect(status).toBe(401);
  });

  it("of another site is never found, not even by a misspelled name", async () => {
    const [site, other] = [await buildSite(server), await buildSite(server)];
    await (await inCourse(other)).slide({ title: "Axolotl" });
    const administrator = await buildUser(site, { role: "administrator" });
    for (const query of ["axolotl", "axolotle"]) {
      const { answer } = await sendCall(server, search, { as: administrator, query: { query } });
      expect(answer).toMatchObject({ total: 0, correctedTo: null });
    }
  });

  it("that is hidden does not affect the suggestion for a misspelled name", async () => {
    const site = await buildSite(server);
    await (await inCourse(site, false)).slide({ title: "Axolotl" });
    const learner = await buildUser(site);
    const { answer } = await sendCall(server, search, { as: learner, query: { query: "axolotle" } });
    expect(answer).toMatchObject({ total: 0, correctedTo: null });
  });
});

describe("an annotation", () => {
  async function buildPeople({ annotationsActive = true } = {}) {
    const site = await buildSite(server);
    const slide = await buildSlide(site, { title: "Kidney", annotationsActive });
    const people = {
      author: await buildUser(site),
      learner: await buildUser(site),
      member: await buildUser(site),
      expert: await buildUser(site, { role: "expert" }),
      teacher: await buildUser(site, { role: "teacher" }),
    };
    return { site, slide, people };
  }
  type Person = keyof Awaited<ReturnType<typeof buildPeople>>["people"];
  const PEOPLE: readonly Person[] = ["author", "learner", "member", "expert", "teacher"];

  const drawn: [name: string, by: Person, inGroup: boolean, annotationsActive: boolean, finders: readonly Person[]][] =
    [
      ["of an expert", "expert", false, true, PEOPLE],
      ["of a learner", "author", false, true, ["author", "expert", "teacher"]],
      ["of a work group", "author", true, true, ["author", "member"]],
      ["of an expert, switched off", "expert", false, false, ["expert", "teacher"]],
      ["of a learner, switched off", "author", false, false, ["author", "expert", "teacher"]],
      ["of a work group, switched off", "author", true, false, ["author", "member"]],
    ];
  for (const [name, by, inGroup, annotationsActive, finders] of drawn)
    it(`${name} is found only by ${finders.join(", ")}`, async () => {
      const { site, slide, people } = await buildPeople({ annotationsActive });
      const workGroupId = inGroup
        ? await buildWorkGroup(site, { owner: people.author, members: [people.member] })
        : undefined;
      await buildAnnotation(site, {
        slide,
        author: people[by],
        title: "Zebrafish",
        ...(workGroupId === undefined ? {} : { workGroupId }),
      });
      for (const person of PEOPLE)
        expect(await isFound(site, people[person], "zebrafish"), person).toBe(finders.includes(person));
    });

  it("is not found if one placement of its slide shows annotations and another does not", async () => {
    const { site, slide, people } = await buildPeople();
    await place(site, { parentId: await buildCourse(site), itemId: slide.id, annotationsActive: false });
    await buildAnnotation(site, { slide, author: people.expert, title: "Zebrafish" });
    expect(await isFound(site, people.learner, "zebrafish")).toBe(false);
    expect(await isFound(site, people.expert, "zebrafish")).toBe(true);
  });

  it("on a hidden slide is found only by content managers", async () => {
    const site = await buildSite(server);
    const slide = await buildSlide(site, { isActive: false });
    const [expert, teacher] = [await buildUser(site, { role: "expert" }), await buildUser(site, { role: "teacher" })];
    await buildAnnotation(site, { slide, author: expert, title: "Zebrafish" });
    expect(await isFound(site, expert, "zebrafish")).toBe(false);
    expect(await isFound(site, teacher, "zebrafish")).toBe(true);
  });
});
