import { describe, expect, it } from "vitest";
import {
  canSaveArrangement,
  caughtUp,
  changeOf,
  isSameArrangement,
  openingOf,
  startArranging,
  withoutSlide,
  withSlideAdded,
  withSlideChanged,
  withSlideMoved,
  withTexts,
} from "./arrange-draft.ts";

const slide = (id: number) => ({
  id,
  itemId: id,
  title: `Slide ${id}`,
  subtitle: "",
  thumbnail: null,
  isActive: true,
  annotationsActive: true,
  center: null,
  zoom: null,
  rotation: 0 as const,
  boundPoints: [],
  slideInformation: null,
});
const texts = { title: "A case", subtitle: "", description: "", diagnosis: "", collapseDiagnosis: false };
const draft = startArranging({ ...texts, layout: { columns: 2, rows: 1 }, items: [slide(1), slide(2), slide(3)] });
const orderOf = ({ slides }: typeof draft) => slides.map(({ id }) => id);

describe("arranging a case", () => {
  it("a slide is moved, forwards and backwards", () => {
    expect(orderOf(withSlideMoved(draft, 1, 2))).toEqual([2, 3, 1]);
    expect(orderOf(withSlideMoved(draft, 3, 0))).toEqual([3, 1, 2]);
    expect(orderOf(withSlideMoved(draft, 9, 0))).toEqual([1, 2, 3]);
  });
  it("a new slide is last and active; an existing one stays", () => {
    expect(orderOf(withSlideAdded(draft, slide(4)))).toEqual([1, 2, 3, 4]);
    expect(withSlideAdded(draft, slide(4)).slides[3]?.isActive).toBe(true);
    expect(withSlideAdded(draft, slide(2))).toBe(draft);
  });
  it("a slide is removed", () => expect(orderOf(withoutSlide(draft, 2))).toEqual([1, 3]));
  it("a slide opens at its current view", () =>
    expect(openingOf({ center: [5, 6], zoom: 2.5, rotationDeg: 90 })).toEqual({
      center: [5, 6],
      zoom: 2.5,
      rotation: 90,
    }));
  it("is saved without display-only fields; bound points are unchanged", () => {
    const change = changeOf(withSlideChanged(draft, 2, { isActive: false }));
    const changed = { id: 2, isActive: false, annotationsActive: true, center: null, zoom: null, rotation: 0 };
    expect(change.items).toEqual([{ id: 1 }, changed, { id: 3 }]);
    expect(change.seenIds).toEqual([1, 2, 3]);
  });
  it("is saved with its texts, its title trimmed", () => {
    const reported = {
      subtitle: "A biopsy",
      description: "A woman of 34.",
      diagnosis: "Lupus",
      collapseDiagnosis: true,
    };
    const change = changeOf(withTexts(draft, { ...reported, title: " Kidney " }));
    expect(change).toMatchObject({ ...reported, title: "Kidney" });
    expect(isSameArrangement(withTexts(draft, reported), draft)).toBe(false);
  });
  it("keeps concurrent changes of others: added or removed slides, and opening views", () => {
    const mine = withoutSlide(withSlideAdded(withSlideChanged(draft, 3, { isActive: false }), slide(4)), 1);
    const centred = { ...slide(3), zoom: 2 };
    const { slides: now } = startArranging({
      ...texts,
      layout: draft.layout,
      items: [slide(7), slide(1), { ...slide(2), center: [5, 6] }, centred],
    });
    const change = changeOf(caughtUp(mine, now));
    expect(change.items?.map(({ id }) => id)).toEqual([2, 3, 4, 7]);
    expect(change.items?.[0]).toEqual({ id: 2 });
    expect(change.items?.[1]).toMatchObject({ id: 3, isActive: false });
    expect(change.items?.[3]).toEqual({ id: 7 });
    expect(change.seenIds).toEqual([7, 1, 2, 3]);
    expect(orderOf(caughtUp(mine, [slide(1), slide(2)]))).toEqual([2, 4]);
  });
  it("cannot be saved without a title", () => {
    expect(canSaveArrangement(withTexts(draft, { title: "  " }))).toBe(false);
    expect(canSaveArrangement(draft)).toBe(true);
  });
  it("is changed, and no longer changed after reverting", () => {
    const changed = withSlideChanged(draft, 2, { annotationsActive: false });
    expect(isSameArrangement(changed, draft)).toBe(false);
    expect(isSameArrangement(withSlideChanged(changed, 2, { annotationsActive: true }), draft)).toBe(true);
  });
});
