/** On pages with several slides some links open in place: the page decides which, and shows their target. */
import { createContext } from "react";
import type { LinkTarget } from "./annotation-link-target.ts";

/** @returns whether the page has shown the target; otherwise the link leaves the page. */
export type OpenInPlace = (target: LinkTarget) => boolean;

export const LinkInPlaceContext = createContext<OpenInPlace>(() => false);
