import type { ShareType } from "@parfocal/core/share/share-types.ts";
import { readSealKeys } from "#platform/access/seal-keys.ts";
import { withSite } from "#platform/db/database.ts";
import { hashToken } from "#platform/http/site-and-session.ts";
import { insertShare } from "#share/share.queries.ts";
import { createShareToken, sealShareToken } from "#share/share-tokens.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";

export interface TestShare {
  readonly id: number;
  readonly token: string;
}

interface ShareOptions {
  readonly createdBy: TestUser;
  readonly itemId: number;
  readonly shareType?: ShareType;
  readonly isActive?: boolean;
  readonly requireAuth?: boolean;
  readonly hideAnnotations?: boolean;
  readonly hideSlideInformation?: boolean;
  readonly hideToolbar?: boolean;
  /** In UTC, `yyyy-MM-dd HH:mm:ss`. */
  readonly expirationDate?: string;
}

/** A share written directly to the database. */
export async function buildShare(
  site: TestSite,
  {
    createdBy,
    itemId,
    shareType = "slide",
    isActive = true,
    requireAuth = false,
    hideAnnotations = false,
    hideSlideInformation = false,
    hideToolbar = false,
    expirationDate,
  }: ShareOptions,
): Promise<TestShare> {
  const token = createShareToken(site.id);
  const keys = await readSealKeys(site.server.platform.database);
  const id = await withSite(site.server.platform.database, site.id, (db) =>
    insertShare(db, site.id, {
      shareType,
      itemId,
      createdBy: createdBy.id,
      tokenSha256: hashToken(token),
      isActive,
      requireAuth,
      hideAnnotations,
      hideSlideInformation,
      hideToolbar,
      expirationDate: expirationDate ?? null,
      sealedToken: sealShareToken(token, { siteId: site.id, keys }),
      center: null,
      zoom: null,
      rotation: null,
      viewSettings: null,
    }),
  );
  return { id, token };
}
