import { getTilesZip } from "@parfocal/core/tile/tile.contract.ts";
import { canZipTiles } from "#image/image.present.ts";
import { findImageRow } from "#image/image.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { networkOf } from "#platform/http/network-of.ts";
import { readViewer } from "#platform/http/read-viewer.ts";
import { findSite } from "#platform/http/site-and-session.ts";
import { createLimiter } from "#platform/limiter.ts";
import { noPicture, pictureRoute, signalOf, wholeNumber } from "./picture-route.ts";
import { readStoredSlide } from "./read-stored-slide.ts";
import { findPictureRight } from "./tile-rights.ts";
import { streamTilesZip } from "./tiles-zip.ts";
import { beginTilesZip, TILES_ZIPS_AT_ONCE } from "./tiles-zips-running.ts";

/** Queue for all downloads, which read one tile at a time. */
const reads = createLimiter(1, TILES_ZIPS_AT_ONCE);

export const tilesZipRoutes = [
  pictureRoute(getTilesZip, async (platform, request, reply) => {
    const { imageId: imageText, version: versionText } = request.params as Readonly<Record<string, string>>;
    const [imageId, version] = [wholeNumber(imageText), wholeNumber(versionText)];
    const viewer = { ...readViewer(request), shareToken: null };
    const right = await findPictureRight(platform, viewer, { imageId, version });
    if (right.version === 0 || version !== right.version || right.isOnlyInQuiz) throw noPicture();
    const { siteId } = right;
    const isOffered = await withSite(platform.database, siteId, async (db) => {
      const { offersTilesZip } = await findSite(db, siteId);
      const row = offersTilesZip ? await findImageRow(db, siteId, imageId) : undefined;
      return row !== undefined && canZipTiles(row.slideFile);
    });
    if (!isOffered) throw noPicture();
    const end = beginTilesZip(`${siteId} ${viewer.token ?? networkOf(request.ip)}`);
    try {
      const signal = signalOf(reply);
      const levels = await readStoredSlide(platform, right, async (source) => source.levels);
      const read = (level: number, x: number, y: number) =>
        readStoredSlide(platform, right, (source) => source.readTile(level, x, y, { signal }), reads);
      return reply
        .header("content-type", "application/zip")
        .header("content-disposition", `attachment; filename="slide-${imageId}-tiles.zip"`)
        .header("cache-control", "no-store")
        .header("x-content-type-options", "nosniff")
        .send(streamTilesZip(levels, read, end));
    } catch (error) {
      end();
      throw error;
    }
  }),
];
