import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { describe, expect, it } from "vitest";
import { addressOf } from "./result-address.ts";

const course: Crumb = { id: 2, type: "course", title: "Histology" };
const folder: Crumb = { id: 3, type: "folder", title: "Kidney" };
const image: Crumb = { id: 9, type: "image", title: "PAS" };
const attachment: Crumb = { id: 11, type: "attachment", title: "Report" };
const none = { annotationId: null, view: null };

const cases: [name: string, result: Parameters<typeof addressOf>[1], address: ReturnType<typeof addressOf>][] = [
  ["a slide", { kind: "image", path: [course, folder, image], ...none }, { path: "/s1/course2/f3/i9/", search: {} }],
  [
    "an annotation that was drawn at a zoom",
    { kind: "annotation", path: [course, image], annotationId: 7, view: { center: [60, 61.5], zoom: 3.25 } },
    { path: "/s1/course2/i9/", search: { view: "60,61.5,3.25", annotation: "7" } },
  ],
  [
    "an annotation without a zoom: it fills the view",
    { kind: "annotation", path: [course, image], annotationId: 7, view: { center: [60, 60], zoom: null } },
    { path: "/s1/course2/i9/", search: { annotation: "7" } },
  ],
  [
    "an attachment: where it is attached",
    { kind: "attachment", path: [course, image, attachment], ...none },
    { path: "/s1/course2/i9/", search: {} },
  ],
];

describe("where a result opens", () => {
  for (const [name, result, address] of cases)
    it(name, () => {
      expect(addressOf(1, result)).toEqual(address);
    });
});
