/**
 * The column (line item) of an activity in the grade book of a learning platform, where the platform leaves it to the
 * tool: searched first, created if it does not exist.
 *
 * Source: Assignment and Grade Services 2.0, sections 3.1 (claim), 3.2 (container, its filters and pages) and 3.3 (line
 * item).
 */

import type { ItemKind } from "../../content/item/item-kinds.ts";
import { fieldsOf } from "../../platform/json-fields.ts";
import { type GradeOutcome, outcomeOfAnswer } from "./lti-score.ts";
import { isWebAddress } from "./web-origin.ts";

export const LINE_ITEM_SCOPE = "https://purl.imsglobal.org/spec/lti-ags/scope/lineitem";
export const LINE_ITEM_TYPE = "application/vnd.ims.lis.v2.lineitem+json";
export const LINE_ITEMS_TYPE = "application/vnd.ims.lis.v2.lineitemcontainer+json";
const LINE_ITEM_URL_MAX_CHARACTERS = 2_000;
/** With the filter there is one page; platforms that ignore the filter have more. */
export const LINE_ITEM_PAGES_MAX = 3;

/** Scores include their own maximum, by which the platform scales; a grade is a percentage. */
const SCORE_MAXIMUM = 100;
const LABEL_MAX_CHARACTERS = 255;

interface Activity {
  readonly kind: ItemKind;
  readonly itemId: number;
  readonly title: string;
}

/** Identifies the content on the platform. */
const resourceIdOf = ({ kind, itemId }: Pick<Activity, "kind" | "itemId">): string => `${kind}-${itemId}`;

/** Line item of newly chosen content, whose link does not exist yet. */
export const lineItemOf = (activity: Activity) => ({
  scoreMaximum: SCORE_MAXIMUM,
  label: activity.title.slice(0, LABEL_MAX_CHARACTERS).toWellFormed(),
  resourceId: resourceIdOf(activity),
});

/** Line item of an existing link. */
export const newLineItem = (activity: Activity, linkId: string) => ({
  ...lineItemOf(activity),
  resourceLinkId: linkId,
});

/** URL for searching the line items of one link. */
export function lineItemsOfLink(lineItemsUrl: string, linkId: string): string {
  return `${lineItemsUrl}${lineItemsUrl.includes("?") ? "&" : "?"}resource_link_id=${encodeURIComponent(linkId.toWellFormed())}`;
}

/** @returns its URL; null: it cannot receive scores. */
export function lineItemUrlOf(item: unknown): string | null {
  const { id } = fieldsOf(item);
  return typeof id === "string" && id.length <= LINE_ITEM_URL_MAX_CHARACTERS && isWebAddress(id) ? id : null;
}

/**
 * The line item of this content at this link. A line item without a resource ID also matches, since some platforms do
 * not store it. One with another resource ID is another column.
 *
 * @returns its URL; null: not found.
 */
export function findLineItem(
  items: readonly unknown[],
  { kind, itemId, linkId }: Pick<Activity, "kind" | "itemId"> & { readonly linkId: string },
): string | null {
  const ofLink = items.map(fieldsOf).filter(({ resourceLinkId }) => resourceLinkId === linkId);
  const own = ofLink.filter(({ resourceId }) => resourceId === resourceIdOf({ kind, itemId }));
  const unnamed = ofLink.filter(
    ({ resourceId }) => resourceId === undefined || resourceId === null || resourceId === "",
  );
  return [...own, ...unnamed].map(lineItemUrlOf).find((url) => url !== null) ?? null;
}

/** Effect of an unsuccessful answer on the grade. */
export function lineItemOutcome(status: number): Exclude<GradeOutcome, { kind: "sent" }> {
  const outcome = outcomeOfAnswer(status);
  if (outcome.kind === "sent") return { kind: "failed", problem: "lineItem", status };
  return outcome.kind === "failed" ? { ...outcome, problem: "lineItem" } : outcome;
}
