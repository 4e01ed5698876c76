/**
 * The view in the URL: `?view=x,y,zoom,rotation&plane=depth,time&annotation=id`. The current history entry is replaced,
 * never added to, so that the back button leaves the slide.
 */
import type { Plane } from "@parfocal/viewer/slide-description.ts";
import { formatViewState, parseViewState, type ViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { readAnalysisAddress } from "#cell-analysis/analysis-address.ts";
import { readId } from "#platform/address-parameters.ts";
import { replaceSearch } from "#platform/replace-search.ts";
import { readReviewAddress } from "#review/review-address.ts";

/** Browsers reject more than about 100 replacements in 10 s. */
export const ADDRESS_PAUSE_MS = 250;

interface SlideAddress {
  readonly view: ViewState | null;
  /** Null: the slide's default plane, and for slides with only one plane. */
  readonly plane: Plane | null;
  readonly annotationId: number | null;
}

/** State in the URL when a slide is opened. */
interface OpenedAddress extends SlideAddress {
  /** Whether its review is open: the review itself moves to the annotation, beside its panel. */
  readonly isReviewed: boolean;
  /** Whether a result of cell analysis is open; its panel reads which one. */
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

/** The query with view and annotation; its other parameters are kept. Unsaved annotations are not included. */
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
