/** Position of a case in the content: its path, the paths of its neighbours and of its parents. */
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { formatPublicPath, type PathStep, type PublicPlace } from "@parfocal/core/item/public-path.ts";
import type { SlidePlace } from "#slide/slide-place.ts";

export interface CasePlace {
  readonly caseId: number;
  /** Its folder or course; null: opened without a parent. */
  readonly parentId: number | null;
  readonly place: PublicPlace;
  /** On a page below a share link: formats its URL. Omitted: the public path. */
  readonly formatSteps?: (steps: readonly PathStep[]) => string;
}

/** @returns null if the path does not lead to a case. */
export function casePlaceOf(place: PublicPlace | null): CasePlace | null {
  const last = place?.steps.at(-1);
  if (!place || last?.kind !== "case") return null;
  return { caseId: last.id, parentId: place.steps.at(-2)?.id ?? null, place };
}

/** Path of another case or slide in the same folder or course. */
export function neighbourPathOf({ place, formatSteps }: CasePlace, neighbour: Crumb): string {
  const steps = [...place.steps.slice(0, -1), { kind: neighbour.type, id: neighbour.id }];
  return formatSteps ? formatSteps(steps) : formatPublicPath({ ...place, steps });
}

/** Position of one of its slides. */
export function slidePlaceIn({ caseId, place }: CasePlace, imageId: number): SlidePlace {
  const steps = [...place.steps, { kind: "image", id: imageId } as const];
  return { siteId: place.siteId, imageId, parentId: caseId, place: { ...place, steps } };
}

/** Address of the page of one of its slides. */
export function slidePathOf(place: CasePlace, item: Pick<CaseItem, "id">): string {
  const slide = slidePlaceIn(place, item.id).place;
  return place.formatSteps ? place.formatSteps(slide.steps) : formatPublicPath(slide);
}

/** From the course down to the case's parent. @param path path as returned by the server, ending with the case. */
export function crumbsOf({ place }: CasePlace, path: readonly Crumb[]): { title: string; href: string }[] {
  return path.slice(0, -1).map(({ title }, index) => ({
    title,
    href: formatPublicPath({
      siteId: place.siteId,
      steps: path.slice(0, index + 1).map(({ type, id }) => ({ kind: type, id })),
    }),
  }));
}
