/** The transforms between the slides of a case, from their bound points. */
import { pairBoundPoints, type Registration, registerSlides } from "@parfocal/core/geometry/registration.ts";
import type { PixelSizeUm, SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import type { SlideInformation } from "@parfocal/core/image/image.contract.ts";
import type { MapBetween } from "@parfocal/viewer/sync/create-sync.ts";
import { pixelSizesOf } from "@parfocal/viewer/sync/slide-links.ts";
import { pixelSizeOf } from "#slide/slide-description.ts";

/** The fields of a slide that are needed for binding. */
export interface BoundSlide {
  readonly id: number;
  /** By number; null: the point is not set on it. */
  readonly boundPoints: readonly (SlidePoint | null)[];
  readonly pixelSizeUm: PixelSizeUm | null;
}

export function boundSlideOf(item: {
  readonly id: number;
  readonly boundPoints: readonly (SlidePoint | null)[];
  readonly slideInformation: SlideInformation | null;
}): BoundSlide {
  const { id, boundPoints, slideInformation } = item;
  return { id, boundPoints, pixelSizeUm: slideInformation && pixelSizeOf(slideInformation) };
}

/** The transform from one slide to another. Without common points the given points are matched with each other. */
export function registrationBetween(
  from: BoundSlide,
  to: BoundSlide,
  withoutPoints?: readonly [SlidePoint, SlidePoint],
): Registration {
  const { here, there } = pixelSizesOf(from.pixelSizeUm, to.pixelSizeUm);
  return registerSlides(pairBoundPoints(from.boundPoints, to.boundPoints), here, there, withoutPoints);
}

/** Null between slides without common points: they move by µm. */
export function mapsBetween(slides: readonly BoundSlide[]): MapBetween {
  const byId = new Map(slides.map((slide) => [slide.id, slide]));
  return (fromId, toId) => {
    const [from, to] = [byId.get(fromId), byId.get(toId)];
    if (!from || !to || pairBoundPoints(from.boundPoints, to.boundPoints).length === 0) return null;
    return registrationBetween(from, to);
  };
}
