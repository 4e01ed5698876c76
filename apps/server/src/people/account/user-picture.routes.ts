import { createHash } from "node:crypto";
import { deleteUserPicture, getUserPicture, setUserPicture } from "@parfocal/core/account/user-picture.contract.ts";
import { notFound } from "@parfocal/core/errors.ts";
import { enforcePolicy } from "#platform/access/caller.ts";
import { withSite } from "#platform/db/database.ts";
import { longRoute, parseInput, type Route, route, urlOf } from "#platform/http/route.ts";
import { findCaller, findSite, readFileCredentials } from "#platform/http/site-and-session.ts";
import { readUserPicture } from "./read-user-picture.ts";
import { deletePictureOf, findUserPicture, replaceUserPicture } from "./user-picture.queries.ts";

/** Cached only by the reader's own browser; a replaced image has another key. */
const CACHE = "private, max-age=86400";
/** If opened as a page, it cannot run or load anything. */
const PICTURE_POLICY = "default-src 'none'; sandbox";
const KEY_CHARACTERS = 32;

/** Not a JSON call: the response is bytes, with headers for caches. */
const pictureOfUser: Route = {
  contract: getUserPicture,
  register(app, platform) {
    app.get(urlOf(getUserPicture), async (request, reply) => {
      const { id, key } = parseInput(getUserPicture.params, request.params, "params") as { id: number; key: string };
      const { siteId, token } = readFileCredentials(request);
      const webp = await withSite(platform.database, siteId, async (db) => {
        const site = await findSite(db, siteId);
        enforcePolicy(getUserPicture.policy, await findCaller(db, site.id, token), site);
        return findUserPicture(db, site.id, { userId: id, key });
      });
      if (!webp) throw notFound("Profile image");
      const etag = `"${key}"`;
      reply
        .header("content-type", "image/webp")
        .header("cache-control", CACHE)
        .header("etag", etag)
        .header("vary", "cookie, x-site-token")
        .header("x-content-type-options", "nosniff")
        .header("content-security-policy", PICTURE_POLICY)
        .header("cross-origin-resource-policy", "same-origin");
      return request.headers["if-none-match"] === etag ? reply.code(304).send() : reply.send(webp);
    });
  },
};

export const userPictureRoutes: readonly Route[] = [
  longRoute(setUserPicture, async ({ siteId, caller, platform }, { body }) => {
    const { id: userId } = caller.signedIn();
    const webp = await readUserPicture(body.dataUrl);
    const pictureKey = createHash("sha256").update(webp).digest("hex").slice(0, KEY_CHARACTERS);
    await withSite(platform.database, siteId, (db) =>
      replaceUserPicture(db, siteId, { userId, key: pictureKey, webp }),
    );
    return { pictureKey };
  }),

  route(deleteUserPicture, ({ db, siteId, caller }) => deletePictureOf(db, siteId, caller.signedIn().id)),

  pictureOfUser,
];
