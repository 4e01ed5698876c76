/** Draft of an edited case: its texts, layout, slides, their order, and their opening views. */
import type { Case, CaseItem } from "@parfocal/core/case/case.contract.ts";
import { CASE_ITEMS_MAX } from "@parfocal/core/case/case.contract.ts";
import type { CaseLayout } from "@parfocal/core/case/case-layout.ts";
import type { ViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { seenVersion } from "#editor/seen-version.ts";
import type { CaseChange } from "./case.api.ts";

export interface ArrangedSlide
  extends Pick<
    CaseItem,
    | "id"
    | "title"
    | "thumbnail"
    | "isActive"
    | "annotationsActive"
    | "center"
    | "zoom"
    | "rotation"
    | "isHiddenElsewhere"
  > {}

/** The texts of a case that a teacher edits here. */
export type CaseTexts = Pick<Case, "title" | "subtitle" | "description" | "diagnosis" | "collapseDiagnosis">;

export interface ArrangeDraft {
  readonly texts: CaseTexts;
  /** The saved texts when they were last read. Differences from them are changes made here. */
  readonly seenTexts: CaseTexts;
  readonly layout: CaseLayout;
  readonly slides: readonly ArrangedSlide[];
  /** The saved slides when they were last read. Differences from them are changes made here. */
  readonly seen: readonly ArrangedSlide[];
}

export function startArranging({ layout, items, ...shown }: CaseTexts & Pick<Case, "layout" | "items">): ArrangeDraft {
  const { title, subtitle, description, diagnosis, collapseDiagnosis } = shown;
  const slides = items.map(({ id, isHiddenElsewhere = false, ...item }) => {
    const { title, thumbnail, isActive, annotationsActive, center, zoom, rotation } = item;
    return { id, isHiddenElsewhere, title, thumbnail, isActive, annotationsActive, center, zoom, rotation };
  });
  const texts = { title, subtitle, description, diagnosis, collapseDiagnosis };
  return { texts, seenTexts: texts, layout, slides, seen: slides };
}

/**
 * Applies the same changes of slides to the version that others have saved in the meantime: slides they added come
 * last, slides they removed stay removed.
 *
 * @param now as they are saved now.
 */
export function caughtUp<Draft extends Pick<ArrangeDraft, "slides" | "seen">>(
  draft: Draft,
  now: readonly ArrangedSlide[],
): Draft {
  const retained = draft.slides.filter(({ id }) => !isAmong(draft.seen, id) || isAmong(now, id));
  const fresh = now.filter(({ id }) => !isAmong(draft.seen, id) && !isAmong(retained, id));
  const slides = [...retained, ...fresh].map((slide) =>
    isChanged(slide, draft.seen) ? slide : (now.find(({ id }) => id === slide.id) ?? slide),
  );
  return { ...draft, slides, seen: now };
}

const isAmong = (slides: readonly ArrangedSlide[], id: number): boolean => slides.some((slide) => slide.id === id);

/** Whether a setting of the slide was changed here; its title and image are only displayed. */
function isChanged(slide: ArrangedSlide, seen: readonly ArrangedSlide[]): boolean {
  const before = seen.find(({ id }) => id === slide.id);
  return !before || JSON.stringify(settingsOf(slide)) !== JSON.stringify(settingsOf(before));
}

const settingsOf = ({ title: _title, thumbnail: _thumbnail, isHiddenElsewhere: _hidden, ...settings }: ArrangedSlide) =>
  settings;

export function withTexts(draft: ArrangeDraft, change: Partial<CaseTexts>): ArrangeDraft {
  return { ...draft, texts: { ...draft.texts, ...change } };
}

/** A case must have a title. */
export const canSaveArrangement = ({ texts }: ArrangeDraft): boolean => texts.title.trim() !== "";

/** @param to new index of the slide. */
export function withSlideMoved(draft: ArrangeDraft, id: number, to: number): ArrangeDraft {
  const slide = draft.slides.find((one) => one.id === id);
  if (!slide) return draft;
  const others = draft.slides.filter((one) => one !== slide);
  return { ...draft, slides: [...others.slice(0, to), slide, ...others.slice(to)] };
}

export function withSlideChanged(draft: ArrangeDraft, id: number, change: Partial<ArrangedSlide>): ArrangeDraft {
  return { ...draft, slides: draft.slides.map((slide) => (slide.id === id ? { ...slide, ...change } : slide)) };
}

/** A new slide comes last; one that is already in the case keeps its position. */
export function withSlideAdded(
  draft: ArrangeDraft,
  {
    id,
    title,
    thumbnail,
    isHiddenElsewhere = false,
  }: Pick<CaseItem, "id" | "title" | "thumbnail" | "isHiddenElsewhere">,
): ArrangeDraft {
  if (draft.slides.length >= CASE_ITEMS_MAX || draft.slides.some((slide) => slide.id === id)) return draft;
  const opening = { isActive: true, annotationsActive: true, center: null, zoom: null, rotation: 0 } as const;
  return { ...draft, slides: [...draft.slides, { id, title, thumbnail, isHiddenElsewhere, ...opening }] };
}

export function withoutSlide(draft: ArrangeDraft, id: number): ArrangeDraft {
  return { ...draft, slides: draft.slides.filter((slide) => slide.id !== id) };
}

/** The opening view of a slide in the case: the current view. */
export function openingOf({
  center,
  zoom,
  rotationDeg,
}: ViewState): Pick<ArrangedSlide, "center" | "zoom" | "rotation"> {
  return { center: [center[0], center[1]], zoom, rotation: rotationDeg as CaseItem["rotation"] };
}

/** For unchanged slides only the position is sent, as someone else may be binding them. */
export function slidesChangeOf({ slides, seen }: Pick<ArrangeDraft, "slides" | "seen">) {
  return {
    items: slides.map((slide) => (isChanged(slide, seen) ? settingsOf(slide) : { id: slide.id })),
    seenIds: seen.map(({ id }) => id),
  } satisfies CaseChange;
}

type TextName = keyof CaseTexts;
const namesOf = (texts: CaseTexts) => Object.keys(texts) as TextName[];

/**
 * Applies the same text changes to the version that others have saved in the meantime: a text not changed here takes
 * the saved version. A text changed by both keeps the version it was based on.
 *
 * @param now texts as they are saved now.
 */
export function withTextsCaughtUp(draft: ArrangeDraft, now: CaseTexts): ArrangeDraft {
  const isMine = (name: TextName) => draft.texts[name] !== draft.seenTexts[name] && draft.texts[name] !== now[name];
  const mine = namesOf(now).filter(isMine);
  const pick = (texts: CaseTexts) => Object.fromEntries(mine.map((name) => [name, texts[name]])) as Partial<CaseTexts>;
  return { ...draft, texts: { ...now, ...pick(draft.texts) }, seenTexts: { ...now, ...pick(draft.seenTexts) } };
}

/** Texts that were changed here and, since then, by someone else. */
export const textConflictsOf = ({ seenTexts }: ArrangeDraft, now: CaseTexts): TextName[] =>
  namesOf(now).filter((name) => seenTexts[name] !== now[name]);

/** Only the changed texts, with the versions they are based on. */
function textsChangeOf({ texts, seenTexts }: ArrangeDraft) {
  const changed = namesOf(texts).filter((name) => texts[name] !== seenTexts[name]);
  const { collapseDiagnosis: _, ...seen } = Object.fromEntries(
    changed.map((name) => [name, seenVersion(seenTexts[name])]),
  ) as Partial<Record<TextName, string>>;
  return { ...(Object.fromEntries(changed.map((name) => [name, texts[name]])) as Partial<CaseTexts>), seen };
}

export function changeOf(draft: ArrangeDraft): CaseChange {
  const { title, ...texts } = textsChangeOf(draft);
  const { layout, slides, seen } = draft;
  return {
    ...texts,
    ...(title === undefined ? {} : { title: title.trim() }),
    layout,
    ...slidesChangeOf({ slides, seen }),
  };
}

export function isSameArrangement(one: ArrangeDraft, other: ArrangeDraft): boolean {
  return JSON.stringify(changeOf(one)) === JSON.stringify(changeOf(other));
}
