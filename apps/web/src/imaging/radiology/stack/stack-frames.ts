/** The pictures of a series one after another: a film has several in one file. */
import type { RadiologySeries } from "@parfocal/core/radiology/radiology.contract.ts";

/** Fetched by the image library under this scheme. */
const SCHEME = "wadouri:";

/** @param instanceUrl with `{n}` for an instance's number. @returns one name for each picture, in the order that they are shown. */
export function framesOf({ instances }: Pick<RadiologySeries, "instances">, instanceUrl: string): string[] {
  return instances.flatMap(({ number, frames }) => {
    const address = SCHEME + instanceUrl.replace("{n}", String(number));
    if (frames === 1) return [address];
    // Last: what follows it is not part of the address that the library fetches.
    const separator = address.includes("?") ? "&" : "?";
    return Array.from({ length: frames }, (_, index) => `${address}${separator}frame=${index + 1}`);
  });
}

/** Indexes of all pictures but the first, those that lie next to it first. */
export function nearestFirst(count: number, from: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
    .filter((index) => index !== from)
    .sort((one, other) => Math.abs(one - from) - Math.abs(other - from) || other - one);
}
