import type { CodeSpace } from "#invite/code-secrets.ts";
import type { Platform } from "#platform/platform.ts";

export const voucherSpace = (siteId: number, { nonceKey }: Pick<Platform, "nonceKey">): CodeSpace => ({
  kind: "voucher",
  siteId,
  nonceKey,
});
