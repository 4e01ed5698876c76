import { createHash } from "node:crypto";
import { notFound } from "@parfocal/core/errors.ts";
import { deleteSiteLogo, getSiteLogo, setSiteLogo } from "@parfocal/core/site/site-logo.contract.ts";
import { LOGO_MAX_HEIGHT_PX, LOGO_MAX_PIXELS, LOGO_MAX_WIDTH_PX } from "@parfocal/core/site/site-logo.ts";
import { recordOptions } from "#audit/record-audit.ts";
import { withSite } from "#platform/db/database.ts";
import { readImageDataUrl } from "#platform/files/read-image-data-url.ts";
import { longRoute, parseInput, type Route, route, urlOf } from "#platform/http/route.ts";
import { readCredentials } from "#platform/http/site-and-session.ts";
import { findSiteLogo, removeSiteLogo, replaceSiteLogo } from "./site-logo.queries.ts";

const WEBP_QUALITY = 90;
const KEY_CHARACTERS = 32;
/** Each image has its own key. */
const CACHE = "public, max-age=31536000, immutable";
/** If opened as a page, it cannot run or load anything. */
const IMAGE_POLICY = "default-src 'none'; sandbox";

/** Not a JSON call: the response is bytes, with headers for caches. */
const logoOfSite: Route = {
  contract: getSiteLogo,
  register(app, platform) {
    app.get(urlOf(getSiteLogo), async (request, reply) => {
      const { site, key } = parseInput(getSiteLogo.params, request.params, "params") as { site: number; key: string };
      readCredentials(request);
      const webp = await withSite(platform.database, site, (db) => findSiteLogo(db, site, key));
      if (!webp) throw notFound("Logo");
      return reply
        .header("content-type", "image/webp")
        .header("cache-control", CACHE)
        .header("x-content-type-options", "nosniff")
        .header("content-security-policy", IMAGE_POLICY)
        .header("cross-origin-resource-policy", "same-origin")
        .send(webp);
    });
  },
};

export const siteLogoRoutes: readonly Route[] = [
  longRoute(setSiteLogo, async ({ siteId, caller, platform }, { body }) => {
    const { data, info } = await readImageDataUrl(body.dataUrl, LOGO_MAX_PIXELS, (image) =>
      image
        .resize(LOGO_MAX_WIDTH_PX, LOGO_MAX_HEIGHT_PX, { fit: "inside", withoutEnlargement: true })
        .webp({ quality: WEBP_QUALITY }),
    );
    const key = createHash("sha256").update(data).digest("hex").slice(0, KEY_CHARACTERS);
    const logo = { key, widthPx: info.width, heightPx: info.height };
    await withSite(platform.database, siteId, async (db) => {
      await replaceSiteLogo(db, siteId, { ...logo, webp: data });
      await recordOptions(db, siteId, { actorId: caller.signedIn().id, names: ["logo"] });
    });
    return logo;
  }),

  route(deleteSiteLogo, async ({ db, siteId, caller }) => {
    if (!(await removeSiteLogo(db, siteId))) return;
    await recordOptions(db, siteId, { actorId: caller.signedIn().id, names: ["logo"] });
  }),

  logoOfSite,
];
