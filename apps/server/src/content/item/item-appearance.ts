/** Appearance of items: conversion to and from the API. */
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { Folder, updateFolder } from "@parfocal/core/folder/folder.contract.ts";
import type { SiteDb } from "#platform/db/database.ts";
import {
  findLooks,
  findPictures,
  type ItemAppearance,
  mediaPath,
  PLAIN_LOOK,
  saveAppearance,
} from "./item-appearance.queries.ts";

type LookAnswer = Pick<
  Folder,
  | "background"
  | "backgroundMediaId"
  | "backgroundUrl"
  | "backgroundPosition"
  | "backgroundStyle"
  | "displayStyle"
  | "thumbnailMediaId"
>;
type LookChange = Pick<
  BodyOf<typeof updateFolder>,
  "background" | "backgroundMediaId" | "backgroundPosition" | "backgroundStyle" | "displayStyle" | "thumbnailMediaId"
>;

/** An image missing from the media library counts as not chosen. */
export async function loadLook(db: SiteDb, siteId: number, itemId: number): Promise<LookAnswer> {
  const look = (await findLooks(db, siteId, [itemId])).get(itemId) ?? PLAIN_LOOK;
  const { background_media_id: backgroundMediaId, thumbnail_media_id: thumbnailMediaId } = look;
  const there = await findPictures(
    db,
    siteId,
    [backgroundMediaId, thumbnailMediaId].filter((id) => id !== null),
  );
  const backgroundKey = backgroundMediaId === null ? undefined : there.get(backgroundMediaId);
  const background =
    backgroundMediaId === null || backgroundKey === undefined ? null : { id: backgroundMediaId, key: backgroundKey };
  return {
    background: look.background,
    backgroundMediaId: background?.id ?? null,
    backgroundUrl: background && mediaPath(background, "file"),
    backgroundPosition: look.background_position,
    backgroundStyle: look.background_style,
    displayStyle: look.display_style,
    thumbnailMediaId: thumbnailMediaId !== null && there.has(thumbnailMediaId) ? thumbnailMediaId : null,
  };
}

const COLUMN_OF = {
  background: "background",
  backgroundMediaId: "background_media_id",
  backgroundPosition: "background_position",
  backgroundStyle: "background_style",
  displayStyle: "display_style",
  thumbnailMediaId: "thumbnail_media_id",
} as const satisfies Record<keyof LookChange, keyof ItemAppearance>;

/**
 * Omitted fields are unchanged.
 *
 * @throws AppError `invalid` if a medium is not an image of the site.
 */
export async function changeLook(db: SiteDb, siteId: number, itemId: number, change: LookChange): Promise<void> {
  for (const field of ["backgroundMediaId", "thumbnailMediaId"] as const)
    await assertPicture(db, siteId, field, change);
  const columns = Object.entries(COLUMN_OF).flatMap(([field, column]) => {
    const value = change[field as keyof LookChange];
    return value === undefined ? [] : [[column, value] as const];
  });
  await saveAppearance(db, siteId, itemId, Object.fromEntries(columns) as Partial<ItemAppearance>);
}

async function assertPicture(
  db: SiteDb,
  siteId: number,
  field: "backgroundMediaId" | "thumbnailMediaId",
  change: LookChange,
): Promise<void> {
  const id = change[field];
  if (id === undefined || id === null || (await findPictures(db, siteId, [id])).has(id)) return;
  throw new AppError("invalid", "This image is not in the media library. Choose another one.", {
    codes: [field],
  });
}
