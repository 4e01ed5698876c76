/**
 * Cases: slides shown side by side, with a description.
 *
 * Source: spec part 1, sections 3, 4 and 7 ("Case"); part 2, sections 3 and 4; decisions, "Identity".
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { crumb, itemCard } from "../../content/item/item-card.contract.ts";
import { subtitle, title } from "../../content/item/item-text.contract.ts";
import { seenVersion } from "../../content/item/placed-content.contract.ts";
import { RICH_TEXT_MAX_CHARACTERS } from "../../content/rich-text/rich-text-allowlist.ts";
import { tags } from "../../content/tag/tag.contract.ts";
import { slideInformation } from "../../imaging/image/image.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { CASE_LAYOUT_MAX, DEFAULT_CASE_LAYOUT } from "./case-layout.ts";

const CASE_TEXT_MAX_CHARACTERS = 20_000;
/** Slides of one case. */
export const CASE_ITEMS_MAX = 64;
/** Points that bind one slide to others. */
export const CASE_BOUND_POINTS_MAX = 32;

const side = z.int().min(1).max(CASE_LAYOUT_MAX);
export const caseLayout = z.object({ columns: side, rows: side });
const place = z.tuple([z.number(), z.number()]);
/** Multiple of 45, 0 to 315, clockwise, in addition to the slide's own orientation. */
const rotation = z.union([0, 45, 90, 135, 180, 225, 270, 315].map((degrees) => z.literal(degrees)));
const text = z.string().max(CASE_TEXT_MAX_CHARACTERS);
/** Formatted text that follows the allowlist of `core/rich-text`, or plain text. */
const richText = z.string().max(RICH_TEXT_MAX_CHARACTERS);

/** A slide in a case. */
export const caseItem = z.object({
  /** ID of the image. */
  id,
  itemId: id,
  title: z.string(),
  subtitle: z.string(),
  isActive: z.boolean(),
  /**
   * Whether it is inactive in every course and folder; it is visible in the case nevertheless. Omitted unless the
   * caller manages content.
   */
  isHiddenElsewhere: z.boolean().optional(),
  annotationsActive: z.boolean(),
  /** Centre of the opening view in this case, `[x, y]` in slide pixels; null: the slide's own, and not bound. */
  center: place.nullable(),
  /** As in core's `zoom.ts`; null: the slide's own. */
  zoom: z.number().nullable(),
  rotation,
  /**
   * Points of this slide that show the same tissue as the points with the same number on the other slides, `[x, y]` in
   * slide pixels; null: none with this number.
   */
  boundPoints: z.array(place.nullable()),
  /** Null until the slide can be viewed. */
  slideInformation: slideInformation.nullable(),
  thumbnail: z.string().nullable(),
});
export type CaseItem = z.output<typeof caseItem>;

const caseContent = z.object({
  id,
  itemId: id,
  postId: id,
  title: z.string(),
  subtitle: z.string(),
  summary: z.string(),
  /** Formatted or plain; `asRichText` of core handles both. */
  description: z.string(),
  /** As above. */
  diagnosis: z.string(),
  /** Whether the diagnosis is collapsed initially. */
  collapseDiagnosis: z.boolean(),
  layout: caseLayout,
  /** Path of the thumbnail. */
  thumbnail: z.string().nullable(),
  /** ID of the chosen thumbnail in the media library; null: that of its first slide. */
  thumbnailMediaId: id.nullable(),
  /** In order; only active ones unless the caller manages content. */
  items: z.array(caseItem),
  /** Whether any of its slides has a centre, so that views can be synchronized by tissue. */
  isBound: z.boolean(),
  tags: z.array(z.string()),
  /** From the course down to this case. */
  path: z.array(crumb),
  previous: crumb.nullable(),
  next: crumb.nullable(),
  userCanEdit: z.boolean(),
});
export type Case = z.output<typeof caseContent>;

/** With `share`: as for an image; description and diagnosis are empty if the share hides slide information. */
const placeQuery = z.object({ parent: idText.optional(), ...shareQuery });

export const getCase = {
  method: "GET",
  path: "/v2/case/{id}",
  summary: "Get a case with its slides, layout and texts; also by the token of a share",
  policy: "seesSite",
  acceptsShare: true,
  params: idParams,
  query: placeQuery,
  answer: caseContent,
} as const satisfies Call;

export const getCaseByPost = {
  method: "GET",
  path: "/v2/case/post/{id}",
  summary: "Get a case by the ID of its page in the host site",
  policy: "seesSite",
  params: idParams,
  query: placeQuery.omit({ share: true }),
  answer: caseContent,
} as const satisfies Call;

export const CASE_PAGE_SIZE = 30;

export const listCases = {
  method: "GET",
  path: "/v2/case",
  summary: "List cases by title, newest first, 30 per page",
  policy: "manageContent",
  query: z.object({
    page: pageNumberText,
    q: searchText,
    /** Only cases in this folder or course. */
    folder: idText.optional(),
  }),
  answer: z.array(itemCard),
} as const satisfies Call;

export const createCase = {
  method: "POST",
  path: "/v2/case",
  summary: "Create a case in a course or folder, optionally with slides",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({
    title,
    /** Course or folder. */
    parentId: id,
    subtitle: subtitle.default(""),
    description: richText.default(""),
    diagnosis: richText.default(""),
    collapseDiagnosis: z.boolean().default(true),
    layout: caseLayout.default({ ...DEFAULT_CASE_LAYOUT }),
    /** Its images, in order; they may also be placed elsewhere. */
    imageIds: z.array(id).max(CASE_ITEMS_MAX).default([]),
  }),
  answer: caseContent,
} as const satisfies Call;

export const updateCase = {
  method: "PUT",
  path: "/v2/case/{id}",
  summary: "Update a case; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    id: id.optional(),
    title: title.optional(),
    subtitle: subtitle.optional(),
    summary: text.optional(),
    description: richText.optional(),
    diagnosis: richText.optional(),
    collapseDiagnosis: z.boolean().optional(),
    tags: tags.optional(),
    thumbnailMediaId: id.nullable().optional(),
    layout: caseLayout.optional(),
    /**
     * Its slides in their new order: omitted ones are removed, new ones are added. Omitted fields of a slide are
     * unchanged.
     */
    items: z
      .array(
        z.strictObject({
          id,
          isActive: z.boolean().optional(),
          annotationsActive: z.boolean().optional(),
          center: place.nullable().optional(),
          zoom: z.number().min(-20).max(40).nullable().optional(),
          rotation: rotation.optional(),
          boundPoints: z.array(place.nullable()).max(CASE_BOUND_POINTS_MAX).optional(),
        }),
      )
      .max(CASE_ITEMS_MAX)
      .optional(),
    /** Whether slides omitted in `items` stay, and the order is unchanged: nothing is removed or added then. */
    keepsOthers: z.boolean().optional(),
    /** Slides that `items` was based on, in order; if they have changed since, nothing is saved (409). */
    seenIds: z.array(id).optional(),
    seen: z
      .strictObject({ title: seenVersion, subtitle: seenVersion, description: seenVersion, diagnosis: seenVersion })
      .optional(),
  }),
  answer: caseContent,
} as const satisfies Call;

export const unbindCase = {
  method: "POST",
  path: "/v2/case/{id}/unbind/all/slides",
  summary: "Unbind all slides of a case: delete their centres and bound points",
  policy: "manageContent",
  params: idParams,
  answer: caseContent,
} as const satisfies Call;

export const copyCase = {
  method: "PUT",
  path: "/v2/case/copy",
  summary: "Copy a case, with the same slides, to a course or folder",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({ id, parentId: id }),
  answer: caseContent,
} as const satisfies Call;
