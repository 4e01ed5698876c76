import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import { describe, expect, it } from "vitest";
import type { OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import type { AnnotationChoice } from "./annotation-choice.ts";
import { annotationKindOf, applyOutbox, neighbourAnnotation } from "./annotation-outbox.ts";

const LEARNER = { id: 7, displayName: "Lea", isExpert: false, isContentManager: false };
const EXPERT = { ...LEARNER, isExpert: true };

function annotation(id: number, order: number, title = `annotation ${id}`): Annotation {
  return {
    id,
    imageId: 9,
    typeId: 213,
    title,
    content: "",
    link: "",
    zoom: null,
    measurement: null,
    includeMeasurement: false,
    geometry: "POINT (1 2)",
    order,
    author: "Eva",
    isUserOwner: false,
    isStudent: false,
    isConverted: false,
    isStudentMarked: false,
    userCanEdit: true,
    userCanDelete: true,
    workGroupId: null,
    review: null,
    createdAt: "2026-11-21T10:00:00.000Z",
    updatedAt: "2026-11-21T10:00:00.000Z",
  };
}

function entry(facts: Partial<OutboxEntry>): OutboxEntry {
  return {
    siteId: 1,
    userId: 7,
    key: "k",
    sequence: 1,
    channel: "annotation",
    scope: "image:9",
    place: "/s1/i9/",
    subjectId: -5,
    action: "create",
    fields: { imageId: 9, typeId: 213, title: "new", content: "", link: "", zoom: null, geometry: "POINT (5 5)" },
    createdAt: 1_000,
    firstAttemptAt: null,
    refusal: null,
    ...facts,
  };
}

const REFUSAL = { kind: "invalid", message: "no", codes: [] } as const;
const brief = (list: ReturnType<typeof applyOutbox>) => list.map(({ id, title, saveState }) => [id, title, saveState]);

describe("the list with waiting changes", () => {
  const drawn = entry({});
  const drawnInGroup = entry({ fields: { ...drawn.fields, workGroupId: 3 } });
  const choices: [choice: AnnotationChoice, ownShown: boolean, groupsShown: boolean][] = [
    ["workgroup 3", false, true],
    ["workgroup 4", false, false],
    ["workgroup", false, false],
    ["student", true, false],
    ["mine", true, true],
    ["all", true, true],
  ];
  for (const [choice, ownShown, groupsShown] of choices) {
    it(`${choice}: ${ownShown ? "contains" : "lacks"} a drawing, ${groupsShown ? "contains" : "lacks"} a drawing in group 3`, () => {
      expect(applyOutbox([], [drawn], choice, LEARNER)).toHaveLength(ownShown ? 1 : 0);
      const [inGroup] = applyOutbox([], [drawnInGroup], choice, LEARNER);
      expect(inGroup?.workGroupId).toBe(groupsShown ? 3 : undefined);
    });
  }

  it("follows the image's order, new ones last", () => {
    const list = applyOutbox([annotation(2, 2), annotation(3, 1)], [entry({})], "mine", LEARNER);
    expect(brief(list)).toEqual([
      [3, "annotation 3", "saved"],
      [2, "annotation 2", "saved"],
      [-5, "new", "waiting"],
    ]);
    expect(list.at(-1)).toMatchObject({ author: "Lea", isStudent: true, isUserOwner: true, order: 3 });
  });

  it("new ones are also last among some of the image's annotations, whose orders have gaps", () => {
    const drawn = [entry({}), entry({ key: "l", sequence: 2, subjectId: -6 })];
    const list = applyOutbox([annotation(2, 4), annotation(3, 9)], drawn, "mine", LEARNER);
    expect(list.map(({ id, order }) => [id, order])).toEqual([
      [2, 4],
      [3, 9],
      [-5, 10],
      [-6, 11],
    ]);
  });

  it("lists what the server has created once while its response is on the way, with changes that wait behind it", () => {
    const sent = entry({ firstAttemptAt: 2_000 });
    const retitled = entry({ key: "l", sequence: 2, action: "update", fields: { ...sent.fields, title: "better" } });
    const created = { ...annotation(12, 4, "new"), geometry: "POINT (5 5)", isUserOwner: true };
    const others = [annotation(3, 3), { ...created, id: 10, order: 2, title: "other" }];
    const list = (entries: readonly OutboxEntry[]) => applyOutbox([...others, created], entries, "all", LEARNER);
    expect(list([sent]).map(({ id, order, saveState }) => [id, order, saveState])).toEqual([
      [10, 2, "saved"],
      [3, 3, "saved"],
      [-5, 4, "waiting"],
    ]);
    expect(brief(list([sent, retitled])).at(-1)).toEqual([-5, "better", "waiting"]);
  });

  it("lists a new one beside an equal one if it was not sent yet, or if that is of another person or group", () => {
    const equal = { ...annotation(12, 4, "new"), geometry: "POINT (5 5)", isUserOwner: true };
    const idsOf = (known: Annotation, sent: OutboxEntry) =>
      applyOutbox([known], [sent], "all", LEARNER).map(({ id }) => id);
    const sent = entry({ firstAttemptAt: 2_000 });
    expect(idsOf(equal, entry({}))).toEqual([12, -5]);
    expect(idsOf({ ...equal, isUserOwner: false }, sent)).toEqual([12, -5]);
    expect(idsOf({ ...equal, workGroupId: 3 }, sent)).toEqual([12, -5]);
    expect(idsOf(equal, sent)).toEqual([-5]);
  });

  it("shows changed texts immediately and omits annotations that are being removed", () => {
    const list = applyOutbox(
      [annotation(2, 1), annotation(3, 2)],
      [
        entry({ subjectId: 2, action: "update", fields: { title: "better" } }),
        entry({ subjectId: 3, action: "remove", fields: {} }),
      ],
      "all",
      LEARNER,
    );
    expect(brief(list)).toEqual([[2, "better", "waiting"]]);
  });

  it("shows a changed title on a shape that someone else has redrawn since", () => {
    const loaded = { title: "annotation 2", geometry: "POINT (1 2)" };
    const retitled = entry({ subjectId: 2, action: "update", fields: { ...loaded, title: "mine" }, base: loaded });
    const [shown] = applyOutbox([{ ...annotation(2, 1), geometry: "POINT (8 9)" }], [retitled], "all", LEARNER);
    expect(shown).toMatchObject({ title: "mine", geometry: "POINT (8 9)" });
  });

  it("does not show rejected changes", () => {
    const rejectedRemoval = entry({ subjectId: 2, action: "remove", fields: {}, refusal: REFUSAL });
    const list = applyOutbox([annotation(2, 1)], [entry({ refusal: REFUSAL }), rejectedRemoval], "all", LEARNER);
    expect(brief(list)).toEqual([[2, "annotation 2", "saved"]]);
  });

  it("respects the filter: a learner's new one is not an expert's", () => {
    expect(applyOutbox([], [entry({})], "expert", LEARNER)).toEqual([]);
    expect(applyOutbox([], [entry({})], "expert", EXPERT)).toHaveLength(1);
    expect(applyOutbox([], [entry({})], "none", EXPERT)).toEqual([]);
  });
});

describe("next and previous", () => {
  const list = [{ id: 3 }, { id: 1 }, { id: 2 }];
  const cases: [number | null, 1 | -1, number][] = [
    [null, 1, 3],
    [null, -1, 2],
    [3, 1, 1],
    [2, 1, 3],
    [3, -1, 2],
    [99, 1, 3],
  ];
  for (const [from, step, expected] of cases) {
    it(`from ${from} by ${step}: ${expected}`, () => expect(neighbourAnnotation(list, from, step)?.id).toBe(expected));
  }
  it("of an empty list does not exist", () => expect(neighbourAnnotation([], null, 1)).toBeUndefined());
});

it("the type of an annotation is own before work group, student and expert", () => {
  const facts = { isUserOwner: false, isStudent: false, workGroupId: null };
  expect(annotationKindOf({ ...facts, isUserOwner: true, isStudent: true, workGroupId: 4 })).toBe("own");
  expect(annotationKindOf({ ...facts, workGroupId: 4, isStudent: true })).toBe("workgroup");
  expect(annotationKindOf({ ...facts, isStudent: true })).toBe("student");
  expect(annotationKindOf(facts)).toBe("expert");
});
