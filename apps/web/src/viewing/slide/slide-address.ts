/**
 * The view in the address bar: `?view=x,y,zoom,rotation&plane=depth,time&annotation=id`. The current entry of the history is replaced,
 * never added to, so that the back button leaves the slide.
 */
import type { Plane } from "@parfocal/viewer/slide-description.ts";
import { formatViewState, parseViewState, type ViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { readAnalysisAddress } from "#cell-analysis/analysis-address.ts";
import { readId } from "#platform/address-parameters.ts";
import { replaceSearch } from "#platform/replace-search.ts";
import { readReviewAddress } from "#review/review-address.ts";

/** Browsers refuse more than about 100 replacements in 10 s. */
export const ADDRESS_PAUSE_MS = 250;

interface SlideAddress {
  readonly view: ViewState | null;
  /** null: the slide's own first, and for slides that have only one. */
  readonly plane: Plane | null;
  readonly annotationId: number | null;
}

/** What a slide opens with. */
interface OpenedAddress extends SlideAddress {
  /** Whether its review is open: the review moves to the annotation itself, beside its panel. */
  readonly isReviewed: boolean;
  /** Whether a result of cell analysis is open; its panel reads which. */
  readonly isAnalysed: boolean;
}

const PLANE = /^(\d{1,6}),(\d{1,6})$/;

function planeOf(text: string): Plane | null {
  const [, depth, time] = PLANE.exec(text) ?? [];
  return depth === undefined ? null : { depth: Number(depth), time: Number(time) };
}

/** @param search the query part, with or without "?". */
export function readSlideAddress(search: string): OpenedAddress {
  const parameters = new URLSearchParams(search);
  return {
    view: parseViewState(parameters.get("view") ?? ""),
    plane: planeOf(parameters.get("plane") ?? ""),
    isReviewed: readReviewAddress(search) !== null,
    isAnalysed: readAnalysisAddress(search) !== null,
    annotationId: readId(parameters.get("annotation")),
  };
}

/** The query with view and annotation; its other parameters are kept. Unsaved annotations have no address. */
export function withSlideAddress(search: string, { view, plane, annotationId }: SlideAddress): string {
  const parameters = new URLSearchParams(search);
  parameters.delete("view");
  parameters.delete("plane");
  parameters.delete("annotation");
  const others = parameters.toString().replace(/%2C/g, ",");
  const parts = [
    ...(others === "" ? [] : [others]),
    ...(view ? [`view=${formatViewState(view)}`] : []),
    ...(plane ? [`plane=${plane.depth},${plane.time}`] : []),
    ...(annotationId !== null && annotationId > 0 ? [`annotation=${annotationId}`] : []),
  ];
  return parts.length === 0 ? "" : `?${parts.join("&")}`;
}

export const replaceSlideAddress = (address: SlideAddress): void =>
  replaceSearch(withSlideAddress(window.location.search, address));
