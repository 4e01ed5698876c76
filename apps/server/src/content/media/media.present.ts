import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { mediaPath } from "#item/item-appearance.queries.ts";
import type { FileShelf, KnownFile } from "./media.queries.ts";

const pathOf = ({ id, key }: KnownFile, shelf: FileShelf, part: "file" | "thumbnail") =>
  shelf === "media" ? mediaPath({ id, key }, part) : `/api/v2/document/${id}/${part}`;

/** Common fields of media files and documents. A GIF is its own thumbnail. */
export function presentFile(row: KnownFile, shelf: FileShelf) {
  const src = pathOf(row, shelf, "file");
  const own = row.media_type === "image/gif" ? src : null;
  return {
    id: row.id,
    title: row.title,
    filename: row.filename,
    mimeType: row.media_type,
    bytes: row.bytes,
    src,
    thumbnail: row.width === null ? own : pathOf(row, shelf, "thumbnail"),
    createdAt: row.created_at.toISOString(),
    createdBy: row.createdByName,
  };
}

export function presentMedia(row: KnownFile): MediaFile {
  const { width, height, folder_id: folderId, host_provider: provider, host_media_id: id } = row;
  const origin = provider === null || id === null ? null : { provider, id };
  return { ...presentFile(row, "media"), width, height, folderId, origin };
}
