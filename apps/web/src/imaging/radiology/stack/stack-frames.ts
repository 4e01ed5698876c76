/** The images of a series in sequence; a film has several in one file. */
import type { RadiologySeries } from "@parfocal/core/radiology/radiology.contract.ts";

/** URL scheme under which the image library loads them. */
const SCHEME = "wadouri:";

/** @param instanceUrl contains `{n}` for an instance's number. @returns one image ID per image, in display order. */
export function framesOf({ instances }: Pick<RadiologySeries, "instances">, instanceUrl: string): string[] {
  return instances.flatMap(({ number, frames }) => {
    const address = SCHEME + instanceUrl.replace("{n}", String(number));
    if (frames === 1) return [address];
    // At the end, because the library does not request what follows it.
    const separator = address.includes("?") ? "&" : "?";
    return Array.from({ length: frames }, (_, index) => `${address}${separator}frame=${index + 1}`);
  });
}

/** Indexes of all images but the first, the nearest to it first. */
export function nearestFirst(count: number, from: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
    .filter((index) => index !== from)
    .sort((one, other) => Math.abs(one - from) - Math.abs(other - from) || other - one);
}
