/**
 * State of a case in the address bar: `?slides=12.15&views=x,y,zoom;x,y,zoom,rotation&sync=off`: the slide in each
 * container, the view of each of them, and whether they move together. As on the slide's page, the history entry is
 * replaced.
 */

import { formatViewState, parseViewState, type ViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { replaceSearch } from "#platform/replace-search.ts";

export interface CaseAddress {
  /** Slide of each container; null: the case's own slides. */
  readonly slideIds: readonly number[] | null;
  /** View of each container; null: the slide's opening view in the case. */
  readonly views: readonly (ViewState | null)[];
  readonly isSynced: boolean;
}

const SLIDES = /^[1-9]\d{0,14}(?:\.[1-9]\d{0,14}){0,15}$/;

/** @param search the query part, with or without "?". */
export function readCaseAddress(search: string): CaseAddress {
  const parameters = new URLSearchParams(search);
  const slides = parameters.get("slides") ?? "";
  const views = parameters.get("views") ?? "";
  return {
    slideIds: SLIDES.test(slides) ? slides.split(".").map(Number) : null,
    views: views === "" ? [] : views.split(";").map(parseViewState),
    isSynced: parameters.get("sync") !== "off",
  };
}

/** @param opening state of a share link; slides or views in the URL take precedence. */
export function openingAddress(address: CaseAddress, opening: CaseAddress | null): CaseAddress {
  return opening && address.slideIds === null && address.views.length === 0 ? opening : address;
}

interface OpenedSlide {
  readonly place: number;
  readonly slideId: number;
  /** One container shows all slides, one at a time. */
  readonly isSmall: boolean;
}

/** @returns null for the slide's opening view in the case. */
export function openingViewOf(
  { slideIds, views }: CaseAddress,
  { place, slideId, isSmall }: OpenedSlide,
): ViewState | null {
  if (slideIds === null || slideIds[place] === slideId) return views[place] ?? null;
  return isSmall ? (views[slideIds.indexOf(slideId)] ?? null) : null;
}

/** The query with the case's state; its other parameters are kept. */
export function withCaseAddress(search: string, { slideIds, views, isSynced }: CaseAddress): string {
  const parameters = new URLSearchParams(search);
  for (const name of ["slides", "views", "sync"]) parameters.delete(name);
  const others = parameters.toString();
  const texts = views.map((view) => (view ? formatViewState(view) : ""));
  const parts = [
    ...(others === "" ? [] : [others]),
    ...(slideIds ? [`slides=${slideIds.join(".")}`] : []),
    ...(texts.some((text) => text !== "") ? [`views=${texts.join(";")}`] : []),
    ...(isSynced ? [] : ["sync=off"]),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

export const replaceCaseAddress = (address: CaseAddress): void =>
  replaceSearch(withCaseAddress(window.location.search, address));
