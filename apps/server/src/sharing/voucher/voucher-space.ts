import type { CodeSpace } from "#invite/code-secrets.ts";
import type { SealKeys } from "#platform/access/seal-keys.ts";

export const voucherSpace = (siteId: number, keys: SealKeys): CodeSpace => ({ kind: "voucher", siteId, keys });
