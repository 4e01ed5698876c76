/** Links that open one item to whoever has them. Source: spec part 2, section 3; decisions, "Sharing". */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { colourAdjustment } from "../../content/item/colour-adjustment.contract.ts";
import { crumb } from "../../content/item/item-card.contract.ts";
import { slideInformation } from "../../imaging/image/image.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { siteDate } from "../../platform/site-date.contract.ts";
import { caseItem, caseLayout } from "../../viewing/case/case.contract.ts";
import { SHARE_TYPE_NAMES } from "./share-types.ts";
import { shareViewSettings } from "./share-view.contract.ts";

const HOST_URL_MAX_CHARACTERS = 2048;
export const SHARES_A_PAGE = 30;
/** Links of one person. */
export const SHARES_OF_PERSON_MAX = 1000;
/** Opened links of one network address within `OPENINGS_WINDOW_MS` that are counted: a class behind one address. */
export const OPENINGS_MAX = 600;
export const OPENINGS_WINDOW_MS = 10 * 60 * 1000;

const place = z.tuple([z.number(), z.number()]);
/** Degrees clockwise, on top of the slide's own orientation. */
const rotation = z.int().multipleOf(45).min(0).max(315);

const newShareOptions = {
  itemId: id,
  /** Page of the site that the link is to open on; left out: this server. */
  hostUrl: z.string().max(HOST_URL_MAX_CHARACTERS).optional(),
  isActive: z.boolean().default(true),
  /** Whether one must be signed in to the site. */
  requireAuth: z.boolean().default(false),
  hideAnnotations: z.boolean().default(false),
  hideSlideInformation: z.boolean().default(false),
  hideToolbar: z.boolean().default(false),
  /** null: never expires. */
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
  /** Where the view opens, `[x, y]` in slide pixels; null: as the item says. */
  center: place.nullable(),
  zoom: z.number().nullable(),
  /** null: as the item says. */
  rotation: rotation.nullable(),
  /** Colour, channels and plane of the view; null: as the item says. */
  viewSettings: shareViewSettings.nullable(),
};

const share = z.object({
  id,
  ...shareFacts,
  isActive: z.boolean(),
  /** The link. */
  url: z.string(),
  /** The part of it that opens the item, also as `?share=` after the address of a picture. */
  token: z.string(),
});
export type Share = z.output<typeof share>;

/** Makes no use of an Idempotency-Key: its answer would be kept, and with it the token. Answers 409 and `tooManyShares`. */
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
  /** `path` goes from the course down to the item itself; empty: it is in the bin, or its creator can no longer see it. */
  item: z.object({ id, title: z.string(), path: z.array(crumb) }),
  ...shareFlags,
  isActive: z.boolean(),
  /** By the server's clock. */
  isExpired: z.boolean(),
  createdAt: z.iso.datetime(),
  /** How often others have opened it. */
  openedCount: z.int().nonnegative(),
  lastOpenedAt: z.iso.datetime().nullable(),
  creator: z.object({ id, name: z.string() }),
  /** null: a link of another person, or one from before links were kept. */
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
    q: z.string().trim().max(200).default(""),
    page: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  answer: z.object({ shares: z.array(listedShare), total: z.int().nonnegative() }),
} as const satisfies Call;

/** Changes what is named; the rest stays. The view stays as it was when the link was created. */
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
    /** null: never expires. */
    expirationDate: siteDate.nullable().optional(),
  }),
  answer: listedShare,
} as const satisfies Call;

/** Fails as `getShare` does. After too many of one network address: 429. The creator's own openings are not counted. */
export const countOpenedShare = {
  method: "POST",
  path: "/v2/share/{token}/opened",
  summary: "Count an opened share link; called once by the page behind the link",
  policy: "anyone",
  params: z.object({ token: z.string() }),
  answer: z.void(),
} as const satisfies Call;

/** What a case shows: its active slides; texts are not sent if the share hides them. */
const sharedCase = z.object({
  layout: caseLayout,
  isBound: z.boolean(),
  subtitle: z.string().optional(),
  description: z.string().optional(),
  diagnosis: z.string().optional(),
  collapseDiagnosis: z.boolean(),
  /** In their order; addresses of pictures carry the token. */
  items: z.array(caseItem.partial({ title: true, subtitle: true })),
});
export type SharedCase = z.output<typeof sharedCase>;

const sharedItem = z.object({
  ...shareFacts,
  /** Not sent if the share hides it. */
  title: z.string().optional(),
  /** Of a slide: what a viewer must know; addresses of pictures carry the token. */
  slideInformation: slideInformation.nullable(),
  thumbnail: z.string().nullable(),
  /** What a slide opens with unless `viewSettings` has another; null: as it is. */
  colour: colourAdjustment.nullable(),
  /** null: no case was shared. */
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
