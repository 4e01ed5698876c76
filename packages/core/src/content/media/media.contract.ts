/**
 * The site's media library: images, videos and PDFs used in pages. A host with a library of its own (a
 * content-management site) replaces it. Documents, which are attached to items, are separate.
 *
 * Sources: spec part 1, sections 2 and 7 ("Media picker"); operations.tsv (`GET /v2/media`: page, q, type).
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { id, idParams, idText } from "../../platform/ids.ts";
import { pageNumberText, searchText } from "../../platform/list-query.ts";
import { ITEM_KIND_NAMES } from "../item/item-kinds.ts";
import { title } from "../item/item-text.contract.ts";
import { MEDIA_FOLDER_TITLE_MAX_CHARACTERS } from "./media-limits.ts";

export const mediaFile = z.object({
  id,
  title: z.string(),
  /** Name of the uploaded file. */
  filename: z.string(),
  /** Detected from the file's bytes. */
  mimeType: z.string(),
  bytes: z.int(),
  /** Pixels, after rotation to upright; null: not an image, or unknown. */
  width: z.int().nullable(),
  height: z.int().nullable(),
  /** Path of the file on this server. */
  src: z.string(),
  /** Path of the thumbnail; null: none. */
  thumbnail: z.string().nullable(),
  /** Null: not in a folder. */
  folderId: id.nullable(),
  createdAt: z.iso.datetime(),
  /** Null if the account was deleted. */
  createdBy: z.string().nullable(),
  /** The file of the host site's media library that it is a copy of; null: it was uploaded here. */
  origin: z.object({ provider: z.string(), id: z.string() }).nullable(),
});
export type MediaFile = z.output<typeof mediaFile>;

/** Comma-separated list of `image/*`, `video/mp4` … */
export const acceptText = z
  .string()
  .max(300)
  .regex(
    /^([a-z]+\/(\*|[a-z0-9.+-]+)(,[a-z]+\/(\*|[a-z0-9.+-]+))*)?$/i,
    "media types, such as image/*,application/pdf",
  );

export const listMedia = {
  method: "GET",
  path: "/v2/media",
  summary: "List media files by title or file name, media type and folder, newest first, 60 per page",
  policy: "manageContent",
  query: z.object({
    page: pageNumberText,
    q: searchText,
    /** Default: all types. */
    type: acceptText.default(""),
    /** `none`: files in no folder; if omitted, all files. */
    folder: z.union([idText, z.literal("none")]).optional(),
  }),
  answer: z.object({ files: z.array(mediaFile), total: z.int() }),
} as const satisfies Call;

export const getMedia = {
  method: "GET",
  path: "/v2/media/{id}",
  summary: "Get one media file's metadata",
  policy: "manageContent",
  params: idParams,
  answer: mediaFile,
} as const satisfies Call;

export const uploadMedia = {
  method: "POST",
  path: "/v2/media",
  summary: "Upload media files (multipart, up to 20 `files[]` parts); all or none",
  policy: "manageContent",
  isCreating: true,
  form: z.strictObject({
    /** Empty: into no folder. */
    folderId: z.union([idText, z.literal("").transform(() => undefined)]).optional(),
    /** Types accepted by the field the files are for; empty: all types of the library. */
    accept: acceptText.default(""),
  }),
  answer: z.array(mediaFile),
} as const satisfies Call;

/** Includes the unguessable part of the URL. */
const keyedParams = idParams.extend({ key: z.string().regex(/^[0-9a-f]{44}$/) });

/** Answers bytes, not JSON; supports ranges. */
export const getMediaFile = {
  method: "GET",
  path: "/v2/media/{id}/{key}/file",
  summary: "Download a media file by its public URL; the URL, with its key, comes with the content that uses it",
  policy: "seesSite",
  acceptsShare: true,
  params: keyedParams,
  query: z.object(shareQuery),
  answer: z.unknown(),
} as const satisfies Call;

export const getMediaThumbnail = {
  method: "GET",
  path: "/v2/media/{id}/{key}/thumbnail",
  summary: "Get the thumbnail of a media file (WebP, longer side up to 384 px)",
  policy: "seesSite",
  acceptsShare: true,
  params: keyedParams,
  query: z.object(shareQuery),
  answer: z.unknown(),
} as const satisfies Call;

/** Content managers address files by ID; all other callers get `notFound`. */
export const getMediaFileById = {
  method: "GET",
  path: "/v2/media/{id}/file",
  summary: "Download a media file without its key; content managers only",
  policy: "seesSite",
  params: idParams,
  answer: z.unknown(),
} as const satisfies Call;

export const getMediaThumbnailById = {
  method: "GET",
  path: "/v2/media/{id}/thumbnail",
  summary: "Get the thumbnail of a media file without its key; content managers only",
  policy: "seesSite",
  params: idParams,
  answer: z.unknown(),
} as const satisfies Call;

export const updateMedia = {
  method: "PUT",
  path: "/v2/media/{id}",
  summary: "Update the title or folder of a media file; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({ title: title.optional(), folderId: id.nullable().optional() }),
  answer: mediaFile,
} as const satisfies Call;

/** A use of the file. */
const mediaUse = z.object({
  /** Part of the item in which it is used. */
  where: z.enum(["text", "box", "look", "answer"]),
  itemId: id,
  itemType: z.enum(ITEM_KIND_NAMES),
  title: z.string(),
});
export type MediaUse = z.output<typeof mediaUse>;

export const getMediaUsage = {
  method: "GET",
  path: "/v2/media/{id}/usage",
  summary: "List where a media file is used",
  policy: "manageContent",
  params: idParams,
  answer: z.object({ uses: z.array(mediaUse) }),
} as const satisfies Call;

export const deleteMedia = {
  method: "DELETE",
  path: "/v2/media/{id}",
  summary: "Delete a media file; it can be restored for 30 days",
  policy: "manageContent",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const restoreMedia = {
  method: "PUT",
  path: "/v2/media/{id}/restore",
  summary: "Restore a deleted media file",
  policy: "manageContent",
  params: idParams,
  answer: mediaFile,
} as const satisfies Call;

const folderTitle = z.string().trim().min(1).max(MEDIA_FOLDER_TITLE_MAX_CHARACTERS);
const folder = z.object({ id, title: z.string(), fileCount: z.int() });
export type MediaFolder = z.output<typeof folder>;

export const listMediaFolders = {
  method: "GET",
  path: "/v2/media/folders",
  summary: "List the media folders by title",
  policy: "manageContent",
  answer: z.array(folder),
} as const satisfies Call;

export const createMediaFolder = {
  method: "POST",
  path: "/v2/media/folders",
  summary: "Create a media folder",
  policy: "manageContent",
  isCreating: true,
  body: z.strictObject({ title: folderTitle }),
  answer: folder,
} as const satisfies Call;

export const updateMediaFolder = {
  method: "PUT",
  path: "/v2/media/folders/{id}",
  summary: "Rename a media folder",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({ title: folderTitle }),
  answer: folder,
} as const satisfies Call;

export const deleteMediaFolder = {
  method: "DELETE",
  path: "/v2/media/folders/{id}",
  summary: "Delete a media folder; its files are kept without a folder",
  policy: "manageContent",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;
