/** Where several slides stand on one page, some links open there: the page says which, and shows what they lead to. */
import { createContext } from "react";
import type { LinkTarget } from "./annotation-link-target.ts";

/** @returns whether the page has shown it; else the link leads away from the page. */
export type OpenInPlace = (target: LinkTarget) => boolean;

export const LinkInPlaceContext = createContext<OpenInPlace>(() => false);
