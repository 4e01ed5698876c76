import { createCode, lookupOf, sealCode } from "#invite/code-secrets.ts";
import { readSealKeys } from "#platform/access/seal-keys.ts";
import { withSite } from "#platform/db/database.ts";
import { insertVouchers, nextVoucherBatch } from "#voucher/voucher.queries.ts";
import { voucherSpace } from "#voucher/voucher-space.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";

/** An active voucher without limits. @param groupId group that it gives access to. @returns its ID and its code. */
export function buildVoucher(
  site: TestSite,
  createdBy: TestUser,
  groupId: number | null = null,
): Promise<{ id: number; code: string }> {
  const code = createCode();
  return withSite(site.server.platform.database, site.id, async (db) => {
    const space = voucherSpace(site.id, await readSealKeys(db));
    const lookup = lookupOf(code, space);
    await insertVouchers(db, site.id, {
      batch: await nextVoucherBatch(db),
      codes: [{ lookup, shown: sealCode(code, space) }],
      prefix: "",
      expirationDate: null,
      accountExpirationDate: null,
      groupId,
      createdBy: createdBy.id,
    });
    const { id } = await db
      .selectFrom("voucher")
      .select("id")
      .where("site_id", "=", site.id)
      .where("lookup", "=", lookup)
      .executeTakeFirstOrThrow();
    return { id, code };
  });
}
