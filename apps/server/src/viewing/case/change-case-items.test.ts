import { type Case, getCase, unbindCase, updateCase } from "@parfocal/core/case/case.contract.ts";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { countViolations } from "#platform/db/invariants.ts";
import { buildCase } from "#testing/build-case.ts";
import { buildCourse, place } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
let site: TestSite;
let courseId: number;
let teacher: TestUser;
/** Six slides of 700 x 500 px. */
let slideIds: number[];
beforeAll(async () => {
  server = await sharedTestServer();
  site = await buildSite(server);
  courseId = await buildCourse(site);
  teacher = await buildUser(site, { role: "teacher" });
  slideIds = [];
  for (const title of ["HE", "PAS", "Silver", "Congo", "IgG", "C3"])
    slideIds.push((await buildSlide(site, { title, parentId: courseId })).id);
});

const slideAt = (index: number) => slideIds[index] as number;
const update = (id: number, items: object[], as = teacher) =>
  sendCall(server, updateCase, { as, params: { id: String(id) }, body: { items: items as never } });
const updateWith = (id: number, body: object) =>
  sendCall(server, updateCase, { as: teacher, params: { id: String(id) }, body: body as never });
const read = async (id: number) =>
  (await sendCall(server, getCase, { as: teacher, params: { id: String(id) } })).answer;
const idsOf = ({ items }: Case) => items.map(({ id }) => id);

async function expectNoViolations(): Promise<void> {
  const violations = await withSite(server.platform.database, site.id, (db) => countViolations(db, site.id));
  expect(violations.filter(({ count }) => count > 0)).toEqual([]);
}

it("the last of several orders applies, positions 1 to n, and each slide keeps its view", async () => {
  const order = fc.shuffledSubarray([0, 1, 2, 3, 4, 5]);
  const id = await buildCase(site, { parentId: courseId });
  await fc.assert(
    fc.asyncProperty(fc.array(order, { minLength: 1, maxLength: 4 }), async (orders) => {
      await update(id, []);
      let zooms = new Map<number, number>();
      for (const indices of orders) {
        const updated = indices.map(slideAt);
        const fresh = updated.filter((slideId) => !zooms.has(slideId));
        const { status, answer } = await update(
          id,
          updated.map((slideId) => (fresh.includes(slideId) ? { id: slideId, zoom: slideId % 7 } : { id: slideId })),
        );
        expect(status).toBe(200);
        expect(idsOf(answer)).toEqual(updated);
        zooms = new Map(updated.map((slideId) => [slideId, slideId % 7]));
        expect(answer.items.map(({ zoom }) => zoom)).toEqual([...zooms.values()]);
      }
      await expectNoViolations();
    }),
    { numRuns: 12 },
  );
});

describe("the settings of a slide in a case", () => {
  it("are stored, and each of them changes independently", async () => {
    const id = await buildCase(site, { parentId: courseId, items: [{ id: slideAt(0) }, { id: slideAt(1) }] });
    const full = {
      id: slideAt(0),
      isActive: false,
      annotationsActive: false,
      center: [12.5, 30],
      zoom: 1.75,
      rotation: 315,
      boundPoints: [[1, 2], null, [3.25, 4]],
    };
    await update(id, [full, { id: slideAt(1) }]);
    expect((await read(id)).items[0]).toMatchObject(full);
    await update(id, [{ id: slideAt(0), zoom: null }, { id: slideAt(1) }]);
    expect((await read(id)).items[0]).toMatchObject({ ...full, zoom: null });
    await update(id, [{ id: slideAt(0), center: null }, { id: slideAt(1) }]);
    expect((await read(id)).items[0]).toMatchObject({ ...full, zoom: null, center: null });
  });

  it("apply only to this case", async () => {
    const one = await buildCase(site, { parentId: courseId, items: [{ id: slideAt(0), center: [5, 6] }] });
    const other = await buildCase(site, { parentId: courseId, items: [{ id: slideAt(0) }] });
    expect([(await read(one)).items[0]?.center, (await read(other)).items[0]?.center]).toEqual([[5, 6], null]);
  });

  it("are deleted when the slide is removed", async () => {
    const id = await buildCase(site, { parentId: courseId, items: [{ id: slideAt(0), center: [5, 6] }] });
    await update(id, [{ id: slideAt(1) }]);
    await update(id, [{ id: slideAt(1) }, { id: slideAt(0) }]);
    const { isBound, items } = await read(id);
    expect([isBound, items[1]?.center]).toEqual([false, null]);
  });

  it("a centre and points that were accepted can be saved again after the slide became smaller", async () => {
    const slide = await buildSlide(site, { parentId: courseId });
    const item = { id: slide.id, center: [690, 490], boundPoints: [[690, 490]] };
    const id = await buildCase(site, { parentId: courseId });
    expect((await update(id, [item])).status).toBe(200);
    await server.owner
      .updateTable("slide_file")
      .set({ width: 300, height: 200 })
      .where("id", "=", slide.slideFileId)
      .execute();
    expect((await update(id, [item, { id: slideAt(0) }])).status).toBe(200);
    expect(
      (
        await update(id, [
          {
            ...item,
            boundPoints: [
              [690, 490],
              [600, 10],
            ],
          },
        ])
      ).status,
    ).toBe(400);
    expect((await update(id, [{ ...item, center: [680, 490], boundPoints: [] }])).status).toBe(400);
  });

  const rejected: [name: string, item: object, says: string][] = [
    ["a rotation that is not a multiple of 45°", { rotation: 30 }, "rotation"],
    [
      "a bound point outside the slide",
      {
        boundPoints: [
          [10, 10],
          [701, 10],
        ],
      },
      'The point 701, 10 is outside "HE"',
    ],
    ["a bound point above it", { boundPoints: [[10, -1]] }, 'is outside "HE", which is 700 × 500 pixels large'],
    ["a centre far away", { center: [5000, 10] }, 'too far from "HE"'],
    ["more points than allowed", { boundPoints: Array.from({ length: 33 }, () => [1, 1]) }, "boundPoints"],
    ["an invalid point", { boundPoints: [[1]] }, "boundPoints"],
  ];
  for (const [name, item, says] of rejected) {
    it(`${name} is rejected without a change`, async () => {
      const id = await buildCase(site, {
        parentId: courseId,
        items: [{ id: slideAt(0), zoom: 3 }, { id: slideAt(1) }],
      });
      const before = await read(id);
      const { status, failure } = await update(id, [{ id: slideAt(1) }, { id: slideAt(0), ...item }]);
      expect(status).toBe(400);
      expect(failure.message).toContain(says);
      expect(await read(id)).toEqual(before);
    });
  }

  it("a view may be centred slightly outside the slide", async () => {
    const id = await buildCase(site, { parentId: courseId, items: [{ id: slideAt(0) }] });
    expect((await update(id, [{ id: slideAt(0), center: [-50, 520] }])).status).toBe(200);
  });
});

describe("concurrent changes of a case", () => {
  const items = () => [
    { id: slideAt(0), zoom: 2 },
    { id: slideAt(1), isActive: false },
    { id: slideAt(2), zoom: 4 },
  ];

  it("saving the settings of some slides leaves all others unchanged", async () => {
    const id = await buildCase(site, { parentId: courseId, items: items() });
    const before = await read(id);
    const { status, answer } = await updateWith(id, { items: [{ id: slideAt(1), zoom: 3 }], keepsOthers: true });
    expect(status).toBe(200);
    expect(answer.items).toEqual(before.items.map((item, at) => (at === 1 ? { ...item, zoom: 3 } : item)));
    await expectNoViolations();
  });

  it("saving settings does not restore a slide that was removed since", async () => {
    const id = await buildCase(site, { parentId: courseId, items: items() });
    const bound = [0, 5].map((index) => ({ id: slideAt(index), boundPoints: [[7, 8]] }));
    const { status, answer } = await updateWith(id, { items: bound, keepsOthers: true });
    expect(status).toBe(200);
    expect(idsOf(answer)).toEqual([slideAt(0), slideAt(1), slideAt(2)]);
    expect(answer.items[0]?.boundPoints).toEqual([[7, 8]]);
  });

  const seen: [name: string, indices: number[], status: number][] = [
    ["the current slides", [0, 1, 2], 200],
    ["one slide less", [0, 1], 409],
    ["one slide more", [0, 1, 2, 3], 409],
    ["another order", [0, 2, 1], 409],
  ];
  for (const [name, indices, expected] of seen)
    it(`an arrangement based on ${name} is answered with ${expected}`, async () => {
      const id = await buildCase(site, { parentId: courseId, items: items() });
      const before = await read(id);
      const updated = [{ id: slideAt(1) }, { id: slideAt(0) }];
      const { status } = await updateWith(id, { title: "Arranged", items: updated, seenIds: indices.map(slideAt) });
      expect(status).toBe(expected);
      if (expected === 200) expect(idsOf(await read(id))).toEqual([slideAt(1), slideAt(0)]);
      else expect(await read(id)).toEqual(before);
    });
});

describe("binding", () => {
  it("setting points binds the case: the first point becomes the centre if there is none", async () => {
    const id = await buildCase(site, {
      parentId: courseId,
      items: [{ id: slideAt(0) }, { id: slideAt(1), center: [9, 9] }, { id: slideAt(2) }],
    });
    const { answer } = await update(id, [
      { id: slideAt(0), boundPoints: [null, [30, 40], [50, 60]] },
      { id: slideAt(1), boundPoints: [[70, 80]] },
      { id: slideAt(2), boundPoints: [] },
    ]);
    expect(answer.items.map(({ center }) => center)).toEqual([[30, 40], [9, 9], null]);
    expect(answer.isBound).toBe(true);
  });

  it("unbind-all deletes the centres and points of all slides, also inactive ones, and nothing else", async () => {
    const id = await buildCase(site, {
      parentId: courseId,
      items: [
        { id: slideAt(0), center: [1, 2], zoom: 2, rotation: 45 },
        { id: slideAt(1), boundPoints: [[3, 4]], isActive: false },
      ],
    });
    const before = await read(id);
    const { status, answer } = await sendCall(server, unbindCase, { as: teacher, params: { id: String(id) } });
    expect(status).toBe(200);
    expect(answer).toEqual({
      ...before,
      isBound: false,
      items: before.items.map((item) => ({ ...item, center: null, boundPoints: [] })),
    });
    expect(before.isBound).toBe(true);
    expect(await read(id)).toEqual(answer);
  });
});

describe("a slide removed from a case", () => {
  it("is rejected if it is in no other parent; after it was added to another it is accepted", async () => {
    const id = await buildCase(site, { parentId: courseId, items: [{ id: slideAt(0) }] });
    const { id: onlyHere } = await buildSlide(site, { title: "Only here", parentId: id });
    const before = await read(id);
    expect(idsOf(before)).toEqual([slideAt(0), onlyHere]);
    const { status, failure } = await update(id, [{ id: slideAt(0), zoom: 5 }]);
    expect(status).toBe(400);
    expect(failure.message).toBe(
      '"Only here" would no longer be in any course or folder. Add it to one first, then remove it from this case.',
    );
    expect(await read(id)).toEqual(before);
    await place(site, { parentId: courseId, itemId: onlyHere });
    expect((await update(id, [{ id: slideAt(0) }])).status).toBe(200);
    await expectNoViolations();
  });

  it("by two cases concurrently stays in one", async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const one = await buildCase(site, { parentId: courseId });
      const { id: shared } = await buildSlide(site, { parentId: one });
      const other = await buildCase(site, { parentId: courseId, items: [{ id: shared }] });
      const answers = await Promise.all([update(one, []), update(other, [])]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
      expect([...idsOf(await read(one)), ...idsOf(await read(other))]).toEqual([shared]);
    }
  });

  it("keeps its position while it is in the bin, hidden from people who change the case", async () => {
    const { id: binned } = await buildSlide(site, { title: "Binned", parentId: courseId });
    const id = await buildCase(site, {
      parentId: courseId,
      items: [{ id: binned, zoom: 4 }, { id: slideAt(0) }, { id: slideAt(1) }],
    });
    const setDeleted = (at: Date | null) =>
      server.owner.updateTable("item").set({ deleted_at: at }).where("id", "=", binned).execute();
    await setDeleted(new Date());
    expect(idsOf((await update(id, [{ id: slideAt(1) }, { id: slideAt(0) }])).answer)).toEqual([
      slideAt(1),
      slideAt(0),
    ]);
    await setDeleted(null);
    const { items } = await read(id);
    expect(items.map(({ id: slideId }) => slideId)).toEqual([slideAt(1), slideAt(0), binned]);
    expect(items[2]?.zoom).toBe(4);
    await expectNoViolations();
  });
});

it("after concurrent different orders one of them applies, and the positions have no gaps", async () => {
  const id = await buildCase(site, { parentId: courseId });
  const orders = [
    [0, 1, 2, 3],
    [3, 2, 1],
    [5, 4],
    [2, 0, 5, 4, 1, 3],
  ].map((indices) => indices.map(slideAt));
  const answers = await Promise.all(
    [...orders, ...orders].map((order) =>
      update(
        id,
        order.map((slideId) => ({ id: slideId })),
      ),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(orders).toContainEqual(idsOf(await read(id)));
  await expectNoViolations();
});
