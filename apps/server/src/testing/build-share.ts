import { randomBytes } from "node:crypto";
import { SHARE_TOKEN_RANDOM_BYTES } from "@parfocal/core/access/share-token.ts";
import type { ShareType } from "@parfocal/core/share/share-types.ts";
import { withSite } from "#platform/db/database.ts";
import { hashToken } from "#platform/http/site-and-session.ts";
import { insertShare } from "#share/share.queries.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";

export interface TestShare {
  readonly id: number;
  readonly token: string;
}

interface ShareWishes {
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

/** A share as the database has it, made without a call. */
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
  }: ShareWishes,
): Promise<TestShare> {
  const token = `${site.id}.${randomBytes(SHARE_TOKEN_RANDOM_BYTES).toString("base64url")}`;
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
      center: null,
      zoom: null,
    }),
  );
  return { id, token };
}
