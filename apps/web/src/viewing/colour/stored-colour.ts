/**
 * The colour adjustment that a slide opens with: from the URL (`?colour=110,90,100,0,0`), otherwise as last set in this
 * tab, otherwise the slide's default preset. A change is stored in both, so that a copied link shows the same.
 */

import type { Image } from "@parfocal/core/image/image.contract.ts";
import {
  type ColourAdjustment,
  formatColour,
  isSameColour,
  NEUTRAL_COLOUR,
  parseColour,
} from "@parfocal/core/item/colour-adjustment.ts";
import { withParameter } from "#platform/address-parameters.ts";

const NAME = "colour";
const keyOf = (imageId: number): string => `parfocal-slide-colour-${imageId}`;

type ColouredImage = Pick<Image, "id" | "colour">;

/**
 * @param search the query part of the URL.
 * @param isRemembered false: ignores this tab's stored adjustment, as with a share link, which looks the same to
 *   everyone.
 */
export function openingColour(image: ColouredImage, search: string, isRemembered = true): ColourAdjustment {
  return (
    parseColour(new URLSearchParams(search).get(NAME) ?? "") ??
    (isRemembered ? parseColour(readStored(image.id)) : null) ??
    image.colour ??
    NEUTRAL_COLOUR
  );
}

/** Stores an adjustment that differs from the slide's default. @param isRemembered false: only in the URL. */
export function keepColour(image: ColouredImage, colour: ColourAdjustment, isRemembered = true): void {
  const isOwn = isSameColour(colour, image.colour ?? NEUTRAL_COLOUR);
  if (isRemembered) remember(image.id, isOwn ? null : colour);
  replaceInAddress(NAME, isOwn ? null : formatColour(colour));
}

function remember(imageId: number, colour: ColourAdjustment | null): void {
  try {
    if (colour === null) sessionStorage.removeItem(keyOf(imageId));
    else sessionStorage.setItem(keyOf(imageId), formatColour(colour));
  } catch {
    // Storage is unavailable: the URL still has it.
  }
}

/** Bypasses the router, like the view in the URL (slide/slide-address.ts). */
export function replaceInAddress(name: string, value: string | null): void {
  const { search, pathname } = window.location;
  const next = withParameter(search, name, value);
  if (next === search) return;
  History.prototype.replaceState.call(window.history, window.history.state, "", pathname + next);
}

function readStored(imageId: number): string {
  try {
    return sessionStorage.getItem(keyOf(imageId)) ?? "";
  } catch {
    return "";
  }
}
