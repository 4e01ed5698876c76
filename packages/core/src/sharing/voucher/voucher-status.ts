/** What becomes of a voucher, and which dates it may have. Source: spec part 2, sections 4 and 5. */

/** In the order in which they apply: a used voucher stays used, whatever happens to it later. */
export const VOUCHER_STATUSES = ["used", "expired", "disabled", "active"] as const;
export type VoucherStatus = (typeof VOUCHER_STATUSES)[number];

interface VoucherFacts {
  /** Whether somebody has registered with it. */
  readonly isUsed: boolean;
  /** Last instant at which it can be used; null: no limit. */
  readonly expiresAt: Date | null;
  readonly isDeleted: boolean;
}

export function statusOfVoucher({ isUsed, expiresAt, isDeleted }: VoucherFacts, now: Date): VoucherStatus {
  if (isUsed) return "used";
  if (expiresAt !== null && expiresAt < now) return "expired";
  return isDeleted ? "disabled" : "active";
}

interface VoucherDates {
  /** `yyyy-MM-dd HH:mm:ss` in the site's time zone, as all of them; null: no limit. */
  readonly expirationDate: string | null;
  /** Last moment of the accounts that are made with it; null: no limit. */
  readonly accountExpirationDate: string | null;
  readonly now: string;
}

export type VoucherDateProblem = "expirationInPast" | "accountExpirationInPast" | "accountExpiresBeforeCode";

/** @returns null if the dates can be used. */
export function problemOfVoucherDates({
  expirationDate,
  accountExpirationDate,
  now,
}: VoucherDates): VoucherDateProblem | null {
  if (expirationDate !== null && expirationDate < now) return "expirationInPast";
  if (accountExpirationDate === null) return null;
  if (accountExpirationDate < now) return "accountExpirationInPast";
  // A code without a limit would be later than any date.
  return expirationDate === null || expirationDate > accountExpirationDate ? "accountExpiresBeforeCode" : null;
}
