/** A case while it is changed: what it is about, its layout, its slides, their order, and how each of them opens. */
import type { Case, CaseItem } from "@parfocal/core/case/case.contract.ts";
import { CASE_ITEMS_MAX } from "@parfocal/core/case/case.contract.ts";
import type { CaseLayout } from "@parfocal/core/case/case-layout.ts";
import type { ViewState } from "@parfocal/viewer/view-state/view-state.ts";
import type { CaseChange } from "./case.api.ts";

export interface ArrangedSlide
  extends Pick<
    CaseItem,
    "id" | "title" | "thumbnail" | "isActive" | "annotationsActive" | "center" | "zoom" | "rotation"
  > {}

/** What a case is about, as far as a teacher writes it here. */
export type CaseTexts = Pick<Case, "title" | "subtitle" | "description" | "diagnosis" | "collapseDiagnosis">;

export interface ArrangeDraft {
  readonly texts: CaseTexts;
  readonly layout: CaseLayout;
  readonly slides: readonly ArrangedSlide[];
}

export function startArranging({ layout, items, ...shown }: CaseTexts & Pick<Case, "layout" | "items">): ArrangeDraft {
  const { title, subtitle, description, diagnosis, collapseDiagnosis } = shown;
  return {
    texts: { title, subtitle, description, diagnosis, collapseDiagnosis },
    layout,
    slides: items.map(({ id, title, thumbnail, isActive, annotationsActive, center, zoom, rotation }) => ({
      id,
      title,
      thumbnail,
      isActive,
      annotationsActive,
      center,
      zoom,
      rotation,
    })),
  };
}

export function withTexts(draft: ArrangeDraft, change: Partial<CaseTexts>): ArrangeDraft {
  return { ...draft, texts: { ...draft.texts, ...change } };
}

/** A case must have a title. */
export const canSaveArrangement = ({ texts }: ArrangeDraft): boolean => texts.title.trim() !== "";

/** @param to index that the slide gets. */
export function withSlideMoved(draft: ArrangeDraft, id: number, to: number): ArrangeDraft {
  const slide = draft.slides.find((one) => one.id === id);
  if (!slide) return draft;
  const others = draft.slides.filter((one) => one !== slide);
  return { ...draft, slides: [...others.slice(0, to), slide, ...others.slice(to)] };
}

export function withSlideChanged(draft: ArrangeDraft, id: number, change: Partial<ArrangedSlide>): ArrangeDraft {
  return { ...draft, slides: draft.slides.map((slide) => (slide.id === id ? { ...slide, ...change } : slide)) };
}

/** New ones stand last; one that is there already stays where it is. */
export function withSlideAdded(
  draft: ArrangeDraft,
  { id, title, thumbnail }: Pick<CaseItem, "id" | "title" | "thumbnail">,
): ArrangeDraft {
  if (draft.slides.length >= CASE_ITEMS_MAX || draft.slides.some((slide) => slide.id === id)) return draft;
  const opening = { isActive: true, annotationsActive: true, center: null, zoom: null, rotation: 0 } as const;
  return { ...draft, slides: [...draft.slides, { id, title, thumbnail, ...opening }] };
}

export function withoutSlide(draft: ArrangeDraft, id: number): ArrangeDraft {
  return { ...draft, slides: draft.slides.filter((slide) => slide.id !== id) };
}

/** What a slide opens with in the case: what is seen now. */
export function openingOf({
  center,
  zoom,
  rotationDeg,
}: ViewState): Pick<ArrangedSlide, "center" | "zoom" | "rotation"> {
  return { center: [center[0], center[1]], zoom, rotation: rotationDeg as CaseItem["rotation"] };
}

export function changeOf({ texts, layout, slides }: ArrangeDraft): CaseChange {
  return {
    ...texts,
    title: texts.title.trim(),
    layout,
    items: slides.map(({ title: _title, thumbnail: _thumbnail, ...item }) => item),
  };
}

export function isSameArrangement(one: ArrangeDraft, other: ArrangeDraft): boolean {
  return JSON.stringify(changeOf(one)) === JSON.stringify(changeOf(other));
}
