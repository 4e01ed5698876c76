/**
 * A slide on another server: its descriptor, as read by the browser, is checked and stored. The server never fetches
 * anything from the other server (threat T-16).
 */
import type { BodyOf } from "@parfocal/core/call.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { type ExternalTileType, externalLevels } from "@parfocal/core/image/external-tiles.ts";
import type { createExternalImage } from "@parfocal/core/image/image.contract.ts";
import { tileSourceHostOf } from "@parfocal/core/site/tile-source-url.ts";
import type { SlideFormat } from "@parfocal/slides/slide-source.ts";
import { appendPlacement, insertItem } from "#item/item.queries.ts";
import { lockParent } from "#item/lock-parent.ts";
import type { SiteDb } from "#platform/db/database.ts";
import { findTileSourceHosts } from "#site/site.queries.ts";
import { insertExternalSlide, insertImage } from "./image.queries.ts";

const FORMATS: Readonly<Record<ExternalTileType, SlideFormat>> = {
  deepzoom: "deep-zoom",
  zoomify: "zoomify",
  iiif: "iiif",
};

/**
 * @returns id of the new image; it is ready.
 * @throws AppError `invalid` if the URL is not allowed, its host is not allowed on the site, or the facts are
 * inconsistent.
 */
export async function addExternalImage(
  db: SiteDb,
  { siteId, createdBy }: { siteId: number; createdBy: number },
  body: BodyOf<typeof createExternalImage>,
): Promise<number> {
  const { title, parentId, tilesDataSourceUrl: url, facts, micronsPerPixel } = body;
  const host = tileSourceHostOf(url);
  if (host === null) {
    throw invalidField("tilesDataSourceUrl", "The URL must start with https:// and contain no user name or password.");
  }
  const hosts = await findTileSourceHosts(db, siteId);
  if (!hosts.includes(host)) {
    throw invalidField(
      "tilesDataSourceUrl",
      `This site does not allow slides from ${host}. An administrator can allow the host.`,
    );
  }
  if (facts.type !== body.tileDataSourceType)
    throw invalidField("facts", "The description does not match the source type.");
  if (externalLevels(facts).length === 0) throw invalidField("facts", "The source offers neither tiles nor sizes.");
  const parent = await lockParent(db, siteId, parentId);
  if (parent?.kind !== "course" && parent?.kind !== "folder") {
    throw invalidField("parentId", "A slide can only be placed in a course or folder.");
  }
  const slideFileId = await insertExternalSlide(db, siteId, {
    tiles: { url, facts },
    format: FORMATS[facts.type],
    micronsPerPixel,
  });
  const item = await insertItem(db, siteId, { kind: "image", title, createdBy });
  await insertImage(db, siteId, { itemId: item.id, slideFileId });
  await appendPlacement(db, siteId, { parentId, itemId: item.id });
  return item.id;
}

const invalidField = (field: string, message: string) => new AppError("invalid", message, { codes: [field] });
