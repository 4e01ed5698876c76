import {
  convertAnnotation,
  createAnnotation,
  deleteAnnotation,
  listAnnotations,
  orderAnnotations,
  restoreAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { buildAnnotation, buildDeletedAnnotation, SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildDrawn(count: number) {
  const site = await buildSite(server);
  const slide = await buildSlide(site);
  const expert = await buildUser(site, { role: "expert" });
  const learner = await buildUser(site, { role: "learner" });
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) {
    ids.push(await buildAnnotation(site, { slide, author: made % 2 ? learner : expert }));
  }
  return { site, slide, expert, learner, ids };
}

const order = (as: TestUser, slide: TestSlide, annotationIds: number[]) =>
  sendCall(server, orderAnnotations, { as, body: { imageId: slide.id, annotationIds } });

async function listIds(as: TestUser, slide: TestSlide): Promise<number[]> {
  const params = { itemId: String(slide.id) };
  const { answer } = await sendCall(server, listAnnotations, { as, params, query: { query: "all" } });
  return answer.map(({ id }) => id);
}

const violations = async (site: TestSite) =>
  (await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id))).filter(
    ({ count }) => count > 0,
  );

describe("a new order", () => {
  const orders: [what: string, named: number[], expected: number[]][] = [
    ["of all", [4, 3, 2, 1, 0], [4, 3, 2, 1, 0]],
    ["of some, which keep the positions that they have together", [4, 0, 2], [4, 1, 0, 3, 2]],
    ["without a change", [0, 1, 2, 3, 4], [0, 1, 2, 3, 4]],
    ["of one", [3], [0, 1, 2, 3, 4]],
  ];
  for (const [what, named, expected] of orders) {
    it(what, async () => {
      const { slide, expert, ids } = await buildDrawn(5);
      const idOf = (index: number) => ids[index] as number;
      const { status, answer } = await order(expert, slide, named.map(idOf));
      expect(status).toBe(200);
      expect(answer.map(({ id }) => id)).toEqual(named.map(idOf));
      expect(answer.map(({ order: place }) => place)).toEqual(named.map((_, at) => named.toSorted()[at]! + 1));
      expect(await listIds(expert, slide)).toEqual(expected.map(idOf));
    });
  }

  const refusals: [what: string, status: number, named: (world: Awaited<ReturnType<typeof buildWorld>>) => number[]][] =
    [
      ["an annotation of another image", 400, ({ ids, ofOther }) => [ids[2]!, ofOther, ids[0]!]],
      ["an annotation in the bin", 400, ({ ids, deleted }) => [ids[2]!, deleted, ids[0]!]],
      ["an unknown ID", 400, ({ ids }) => [ids[2]!, 987_654_321, ids[0]!]],
      ["an annotation twice", 400, ({ ids }) => [ids[2]!, ids[0]!, ids[2]!]],
      ["none", 400, () => []],
    ];
  async function buildWorld() {
    const drawn = await buildDrawn(3);
    const { site, expert, slide } = drawn;
    const ofOther = await buildAnnotation(site, { slide: await buildSlide(site), author: expert });
    return { ...drawn, ofOther, deleted: await buildDeletedAnnotation(site, { slide, author: expert }) };
  }
  for (const [what, status, named] of refusals) {
    it(`that names ${what} is rejected without a change`, async () => {
      const world = await buildWorld();
      expect((await order(world.expert, world.slide, named(world))).status).toBe(status);
      expect(await listIds(world.expert, world.slide)).toEqual(world.ids);
    });
  }

  it("can be set only by experts", async () => {
    const { slide, learner, expert, ids } = await buildDrawn(2);
    expect((await order(learner, slide, ids.toReversed())).status).toBe(403);
    expect(await listIds(expert, slide)).toEqual(ids);
  });

  it("accepts slideId of the earlier interface, alone or if it is the same slide", async () => {
    const { slide, expert, ids } = await buildDrawn(2);
    const send = (body: object) => sendCall(server, orderAnnotations, { as: expert, body: body as never });
    expect((await send({ annotationIds: ids })).status).toBe(400);
    expect((await send({ imageId: slide.id, slideId: slide.id + 1, annotationIds: ids })).status).toBe(400);
    expect((await send({ slideId: slide.id, annotationIds: ids.toReversed() })).status).toBe(200);
    expect(await listIds(expert, slide)).toEqual(ids.toReversed());
  });
});

describe("concurrent changes", () => {
  it("leave an order without duplicates, with each annotation once", async () => {
    const { site, slide, expert, learner, ids } = await buildDrawn(10);
    const turns = Array.from({ length: 10 }, (_, turn) => [...ids.slice(turn), ...ids.slice(0, turn)]);
    const answers = await Promise.all([
      ...turns.map((turned) => order(expert, slide, turned)),
      ...turns.map((_, turn) =>
        sendCall(server, createAnnotation, {
          as: turn % 2 ? learner : expert,
          body: { imageId: slide.id, typeId: 211, title: "New", geometry: SQUARE_WKT },
        }),
      ),
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const after = await listIds(expert, slide);
    expect(after).toHaveLength(20);
    const known = after.filter((id) => ids.includes(id));
    expect(turns).toContainEqual(known);
    expect(await violations(site)).toEqual([]);
  });

  type Action = { readonly kind: "create" | "delete" | "restore" | "order" | "convert"; readonly pick: number };
  const action: fc.Arbitrary<Action> = fc.record({
    kind: fc.constantFrom("create", "delete", "restore", "order", "convert"),
    pick: fc.nat(1000),
  });

  it("in any sequence keep the order a permutation of the existing annotations", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(action, { maxLength: 5 }), { minLength: 2, maxLength: 4 }),
        async (writers) => {
          const { site, slide, expert, ids } = await buildDrawn(5);
          const teacher = await buildUser(site, { role: "teacher" });
          const learner = await buildUser(site, { role: "learner" });
          const known = new Set(ids);

          async function doAction({ kind, pick }: Action): Promise<void> {
            const id = [...known][pick % known.size] as number;
            const params = { id: String(id) };
            if (kind === "create") {
              const as = pick % 2 ? learner : expert;
              const body = { imageId: slide.id, typeId: 211, title: "New", geometry: SQUARE_WKT };
              known.add((await sendCall(server, createAnnotation, { as, body })).answer.id);
            } else if (kind === "delete") {
              expect([204, 404]).toContain((await sendCall(server, deleteAnnotation, { as: teacher, params })).status);
            } else if (kind === "restore") {
              expect([200, 404]).toContain((await sendCall(server, restoreAnnotation, { as: teacher, params })).status);
            } else if (kind === "convert") {
              expect([200, 404, 409]).toContain(
                (await sendCall(server, convertAnnotation, { as: expert, params })).status,
              );
            } else {
              const visible = await listIds(expert, slide);
              const named = visible.filter((_, index) => (index + pick) % 3 > 0).toReversed();
              if (named.length > 0) expect([200, 400]).toContain((await order(expert, slide, named)).status);
            }
          }

          // Each writer runs its own actions in sequence, all writers run concurrently.
          await Promise.all(
            writers.map(async (actions) => {
              for (const one of actions) await doAction(one);
            }),
          );
          const after = await listIds(teacher, slide);
          const rows = await server.owner
            .selectFrom("annotation")
            .select(["id", "position", "deleted_at"])
            .where("image_id", "=", slide.id)
            .orderBy("position")
            .execute();
          expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
          expect(new Set(rows.map(({ id }) => id))).toEqual(known);
          expect(after).toEqual(rows.filter(({ deleted_at }) => deleted_at === null).map(({ id }) => id));
          expect(await violations(site)).toEqual([]);
        },
      ),
      { numRuns: 12 },
    );
  });
});
