/**
 * Share links, which open one item to anyone who has the link. Source: spec part 2, section 3; decisions, "Sharing".
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { colourAdjustment } from "../../content/item/colour-adjustment.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { slideInformation } from "../../imaging/image/image.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { siteDate } from "../../platform/site-date.contract.ts";
import { caseItem, caseLayout } from "../../viewing/case/case.contract.ts";
import { SHARE_TYPE_NAMES } from "./share-types.ts";
import { shareViewSettings } from "./share-view.contract.ts";

const HOST_URL_MAX_CHARACTERS = 2048;
export const SHARES_A_PAGE = 30;
/** Links per person. */
export const SHARES_OF_PERSON_MAX = 1000;
/** Openings counted per network address within `OPENINGS_WINDOW_MS`; enough for a class behind one address. */
export const OPENINGS_MAX = 600;
export const OPENINGS_WINDOW_MS = 10 * 60 * 1000;

const place = z.tuple([z.number(), z.number()]);
/** Degrees clockwise, in addition to the slide's own orientation. */
const rotation = z.int().multipleOf(45).min(0).max(315);

const newShareOptions = {
  itemId: id,
  /** Page of the site that the link opens on; default: this server. */
  hostUrl: z.string().max(HOST_URL_MAX_CHARACTERS).optional(),
  isActive: z.boolean().default(true),
  /** Whether the visitor must be signed in to the site. */
  requireAuth: z.boolean().default(false),
  hideAnnotations: z.boolean().default(false),
  hideSlideInformation: z.boolean().default(false),
  hideToolbar: z.boolean().default(false),
  /** Null: never expires. */
  expirationDate: siteDate.nullable().default(null),
};

const shareFlags = {
  requireAuth: z.boolean(),
  hideAnnotations: z.boolean(),
  hideSlideInformation: z.boolean(),
  hideToolbar: z.boolean(),
  /** In the site's time zone; null: never expires. */
  expirationDate: z.string().nullable(),
};

const shareFacts = {
  shareType: z.enum(SHARE_TYPE_NAMES),
  itemId: id,
  ...shareFlags,
  /** Centre of the view, `[x, y]` in slide pixels; null: the item's default. */
  center: place.nullable(),
  zoom: z.number().nullable(),
  /** Null: the item's default. */
  rotation: rotation.nullable(),
  /** Colour, channels and plane; null: the item's default. */
  viewSettings: shareViewSettings.nullable(),
};

const share = z.object({
  id,
  ...shareFacts,
  isActive: z.boolean(),
  /** The link. */
  url: z.string(),
  /** The part of the URL that opens the item; also used as `?share=` in image URLs. */
  token: z.string(),
});
export type Share = z.output<typeof share>;

/** Ignores the Idempotency-Key, because the stored answer would contain the token. Answers 409 and `tooManyShares`. */
export const createShare = {
  method: "POST",
  path: "/v2/share",
  summary: "Share a slide, case, folder or course",
  policy: "learn",
  body: z.strictObject({
    ...newShareOptions,
    shareType: z.enum(SHARE_TYPE_NAMES),
    center: place.nullable().default(null),
    zoom: z.number().nullable().default(null),
    rotation: rotation.nullable().default(null),
    viewSettings: shareViewSettings.nullable().default(null),
  }),
  answer: share,
} as const satisfies Call;

export const createFolderShare = {
  method: "POST",
  path: "/share/folder",
  summary: "Share a folder with its active contents",
  policy: "learn",
  body: z.strictObject(newShareOptions),
  answer: share,
} as const satisfies Call;

const listedShare = z.object({
  id,
  shareType: z.enum(SHARE_TYPE_NAMES),
  /** `path`: from the course down to the item; empty if it is in the bin, or no longer visible to its creator. */
  item: z.object({ id, title: z.string(), path: z.array(crumb) }),
  ...shareFlags,
  isActive: z.boolean(),
  /** By the server's clock. */
  isExpired: z.boolean(),
  createdAt: z.iso.datetime(),
  /** Number of openings by others. */
  openedCount: z.int().nonnegative(),
  lastOpenedAt: z.iso.datetime().nullable(),
  creator: z.object({ id, name: z.string() }),
  /** Null: a link of another person, or one created before links were stored. */
  url: z.string().nullable(),
  token: z.string().nullable(),
});
export type ListedShare = z.output<typeof listedShare>;

export const listShares = {
  method: "GET",
  path: "/v2/share",
  summary: "List share links, newest first, 30 per page: one's own, or all for content managers",
  policy: "learn",
  query: z.object({
    /** `all` is for content managers. */
    scope: z.enum(["mine", "all"]).default("mine"),
    itemId: idText.optional(),
    /** Part of the item's title; with `all` also of the creator's name. */
    q: searchText,
    page: pageNumberText,
  }),
  answer: z.object({ shares: z.array(listedShare), total: z.int().nonnegative() }),
} as const satisfies Call;

/** Omitted fields are unchanged. The view cannot be changed. */
export const updateShare = {
  method: "PUT",
  path: "/v2/share/{id}",
  summary: "Change a share link: one's own, or any for content managers",
  policy: "learn",
  params: idParams,
  body: z.strictObject({
    isActive: z.boolean().optional(),
    requireAuth: z.boolean().optional(),
    hideAnnotations: z.boolean().optional(),
    hideSlideInformation: z.boolean().optional(),
    hideToolbar: z.boolean().optional(),
    /** Null: never expires. */
    expirationDate: siteDate.nullable().optional(),
  }),
  answer: listedShare,
} as const satisfies Call;

/** Fails like `getShare`; 429 after too many from one network address. The creator's own openings are not counted. */
export const countOpenedShare = {
  method: "POST",
  path: "/v2/share/{token}/opened",
  summary: "Count an opened share link; called once by the page behind the link",
  policy: "anyone",
  params: z.object({ token: z.string() }),
  answer: z.void(),
} as const satisfies Call;

/** Visible contents of a case: its active slides; texts are omitted if the share hides them. */
const sharedCase = z.object({
  layout: caseLayout,
  isBound: z.boolean(),
  subtitle: z.string().optional(),
  description: z.string().optional(),
  diagnosis: z.string().optional(),
  collapseDiagnosis: z.boolean(),
  /** In order; image URLs contain the token. */
  items: z.array(caseItem.partial({ title: true, subtitle: true })),
});
export type SharedCase = z.output<typeof sharedCase>;

const sharedItem = z.object({
  ...shareFacts,
  /** Omitted if the share hides it. */
  title: z.string().optional(),
  /** Slides: data for the viewer; image URLs contain the token. */
  slideInformation: slideInformation.nullable(),
  thumbnail: z.string().nullable(),
  /** Colour adjustment that the slide opens with, unless `viewSettings` has another; null: none. */
  colour: colourAdjustment.nullable(),
  /** Null: not a case. */
  case: sharedCase.nullable(),
});
export type SharedItem = z.output<typeof sharedItem>;

export const getShare = {
  method: "GET",
  path: "/v2/share/{token}",
  summary: "Get the content of a share; unknown, expired and inactive shares return the same error",
  policy: "anyone",
  params: z.object({ token: z.string() }),
  answer: sharedItem,
} as const satisfies Call;

export const deleteShare = {
  method: "DELETE",
  path: "/v2/share/{id}",
  summary: "Revoke a share: one's own, or any share for content managers",
  policy: "learn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const deleteFolderShare = {
  method: "DELETE",
  path: "/share/folder/{id}",
  summary: "Revoke the share of a folder",
  policy: "learn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;
