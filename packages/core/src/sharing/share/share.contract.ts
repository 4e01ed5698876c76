/** Links that open one item to whoever has them. Source: spec part 2, section 3; decisions, "Sharing". */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { colourAdjustment } from "../../content/item/colour-adjustment.contract.ts";
import { slideInformation } from "../../imaging/image/image.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { siteDate } from "../../platform/site-date.contract.ts";
import { caseItem, caseLayout } from "../../viewing/case/case.contract.ts";
import { SHARE_TYPE_NAMES } from "./share-types.ts";

const HOST_URL_MAX_CHARACTERS = 2048;

const place = z.tuple([z.number(), z.number()]);

const shareWishes = {
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

const shareFacts = {
  shareType: z.enum(SHARE_TYPE_NAMES),
  itemId: id,
  requireAuth: z.boolean(),
  hideAnnotations: z.boolean(),
  hideSlideInformation: z.boolean(),
  hideToolbar: z.boolean(),
  expirationDate: z.string().nullable(),
  /** Where the view opens, `[x, y]` in slide pixels; null: as the item says. */
  center: place.nullable(),
  zoom: z.number().nullable(),
};

const share = z.object({
  id,
  ...shareFacts,
  isActive: z.boolean(),
  /** The link to be given away. */
  url: z.string(),
  /** The part of it that opens the item, also as `?share=` after the address of a picture. Told this once. */
  token: z.string(),
});
export type Share = z.output<typeof share>;

/** Makes no use of an Idempotency-Key: its answer would be kept, and with it the token. */
export const createShare = {
  method: "POST",
  path: "/v2/share",
  summary: "Share a slide or case",
  policy: "learn",
  body: z.strictObject({
    ...shareWishes,
    shareType: z.enum(["slide", "case"]),
    center: place.nullable().default(null),
    zoom: z.number().nullable().default(null),
  }),
  answer: share,
} as const satisfies Call;

export const createFolderShare = {
  method: "POST",
  path: "/share/folder",
  summary: "Share a folder with its active contents",
  policy: "learn",
  body: z.strictObject(shareWishes),
  answer: share,
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
  /** What a slide opens with; null: as it is. */
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
