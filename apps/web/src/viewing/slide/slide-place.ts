/** Position of the slide in the content: its path, its course, its neighbours' paths. */
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { formatPublicPath, type PathStep, type PublicPlace, parsePublicPath } from "@parfocal/core/item/public-path.ts";

export interface SlidePlace {
  readonly siteId: number;
  readonly imageId: number;
  /** Its folder, case or course; null: opened without a parent. */
  readonly parentId: number | null;
  readonly place: PublicPlace;
  /** On a page below a share link: formats its URL. Omitted: the public path. */
  readonly formatSteps?: (steps: readonly PathStep[]) => string;
}

const pathOf = ({ place, formatSteps }: SlidePlace, steps: readonly PathStep[]): string =>
  formatSteps ? formatSteps(steps) : formatPublicPath({ ...place, steps });

/** @returns null for a path that does not lead to a slide. */
export function slidePlaceOf(path: string): SlidePlace | null {
  const place = parsePublicPath(path);
  const last = place?.steps.at(-1);
  if (!place || last?.kind !== "image") return null;
  return { siteId: place.siteId, imageId: last.id, parentId: place.steps.at(-2)?.id ?? null, place };
}

/** Path of the page around the slide, or of the landing page. */
export function parentPath(place: SlidePlace): string {
  return pathOf(place, place.place.steps.slice(0, -1));
}

/** Path of another slide in the same parent. */
export function neighbourPath(place: SlidePlace, neighbour: Crumb): string {
  return pathOf(place, [...place.place.steps.slice(0, -1), { kind: neighbour.type, id: neighbour.id }]);
}

interface BreadcrumbStep {
  readonly title: string;
  readonly path: string;
}

/** From the course down to the slide's parent. @param crumbs as the server returns them, the slide last. */
export function breadcrumbOf({ siteId }: SlidePlace, crumbs: readonly Crumb[]): BreadcrumbStep[] {
  return crumbs.slice(0, -1).map(({ title }, index) => ({
    title,
    path: formatPublicPath({
      siteId,
      steps: crumbs.slice(0, index + 1).map(({ type, id }) => ({ kind: type, id })),
    }),
  }));
}
