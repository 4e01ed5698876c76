import type { AnnotationVersion } from "@parfocal/core/annotation/annotation.contract.ts";
import { expect, it } from "vitest";
import { versionSteps } from "./annotation-changes.ts";

const FIRST: AnnotationVersion = {
  version: 1,
  changedAt: "2026-11-01T10:00:00.000Z",
  changedBy: "Leo Learner",
  change: "created",
  typeId: 211,
  title: "A tubule",
  content: "",
  link: "",
  geometry: "POINT (1 2)",
  includeMeasurement: false,
};

it("each version shows its changes from the previous one; the oldest has none", () => {
  const second = { ...FIRST, version: 2, change: "updated", title: "A duct", geometry: "POINT (1 3)" } as const;
  const third = { ...second, version: 3, change: "converted", changedBy: "Eva Expert" } as const;
  const steps = versionSteps([third, second, FIRST]);
  expect(steps.map(({ changed }) => changed)).toEqual([[], ["title", "geometry"], []]);
  expect(steps.map(({ before }) => before?.version ?? null)).toEqual([2, 1, null]);
});

it("the last version of a page has no step if older ones exist: its changes are unknown", () => {
  const second = { ...FIRST, version: 2, change: "updated", title: "A duct" } as const;
  const third = { ...second, version: 3, content: "PAS" } as const;
  expect(versionSteps([third, second], true).map(({ version }) => version.version)).toEqual([3]);
  expect(versionSteps([third, second, FIRST], false)).toHaveLength(3);
});
