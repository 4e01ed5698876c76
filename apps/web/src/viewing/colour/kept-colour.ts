/**
 * The colour adjustment that a slide opens with: of the address (`?colour=110,90,100,0,0`), else as it was left in this
 * tab, else the slide's default preset. A change is kept in both, so that a copied link shows the same.
 */

import type { Image } from "@parfocal/core/image/image.contract.ts";
import {
  type ColourAdjustment,
  formatColour,
  isSameColour,
  NEUTRAL_COLOUR,
  parseColour,
} from "@parfocal/core/item/colour-adjustment.ts";

const NAME = "colour";
const keyOf = (imageId: number): string => `parfocal-slide-colour-${imageId}`;

type ColouredImage = Pick<Image, "id" | "colour">;

/** @param search the query part of the address. */
export function openingColour(image: ColouredImage, search: string): ColourAdjustment {
  return (
    parseColour(new URLSearchParams(search).get(NAME) ?? "") ??
    parseColour(readKept(image.id)) ??
    image.colour ??
    NEUTRAL_COLOUR
  );
}

/** Stores what differs from the slide's default. */
export function keepColour(image: ColouredImage, colour: ColourAdjustment): void {
  const isOwn = isSameColour(colour, image.colour ?? NEUTRAL_COLOUR);
  try {
    if (isOwn) sessionStorage.removeItem(keyOf(image.id));
    else sessionStorage.setItem(keyOf(image.id), formatColour(colour));
  } catch {
    // Storage is closed to us: the address still has it.
  }
  replaceInAddress(NAME, isOwn ? null : formatColour(colour));
}

/** The query part with one value put in, at its end; null: taken out. Commas stay readable. */
export function withParameter(search: string, name: string, value: string | null): string {
  const parameters = new URLSearchParams(search);
  parameters.delete(name);
  const others = parameters.toString().replace(/%2C/g, ",");
  const parts = [...(others === "" ? [] : [others]), ...(value === null ? [] : [`${name}=${value}`])];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

/** Around the router, as the view in the address is (slide/slide-address.ts). */
export function replaceInAddress(name: string, value: string | null): void {
  const { search, pathname } = window.location;
  const next = withParameter(search, name, value);
  if (next === search) return;
  History.prototype.replaceState.call(window.history, window.history.state, "", pathname + next);
}

function readKept(imageId: number): string {
  try {
    return sessionStorage.getItem(keyOf(imageId)) ?? "";
  } catch {
    return "";
  }
}
