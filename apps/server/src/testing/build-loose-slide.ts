import { withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";
import { buildSlide, type TestSlide } from "./build-slide.ts";

/** An image without a placement, like one from an upload without a destination. */
export async function buildLooseSlide(
  site: TestSite,
  options: Parameters<typeof buildSlide>[1] = {},
): Promise<TestSlide> {
  const slide = await buildSlide(site, options);
  await withSite(site.server.platform.database, site.id, (db) =>
    db.deleteFrom("placement").where("site_id", "=", site.id).where("item_id", "=", slide.id).execute(),
  );
  return slide;
}
