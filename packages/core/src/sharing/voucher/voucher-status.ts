/** Status and dates of vouchers. Source: spec part 2, sections 4 and 5. */

/** In order of precedence: a used voucher stays used, independent of later events. */
export const VOUCHER_STATUSES = ["used", "expired", "disabled", "active"] as const;
export type VoucherStatus = (typeof VOUCHER_STATUSES)[number];

interface VoucherFacts {
  /** Whether it has been used to register. */
  readonly isUsed: boolean;
  /** Last instant of validity; null: unlimited. */
  readonly expiresAt: Date | null;
  readonly isDeleted: boolean;
}

export function statusOfVoucher({ isUsed, expiresAt, isDeleted }: VoucherFacts, now: Date): VoucherStatus {
  if (isUsed) return "used";
  if (expiresAt !== null && expiresAt < now) return "expired";
  return isDeleted ? "disabled" : "active";
}

interface VoucherDates {
  /** `yyyy-MM-dd HH:mm:ss` in the site's time zone, like the others; null: unlimited. */
  readonly expirationDate: string | null;
  /** Last moment of the accounts created with it; null: unlimited. */
  readonly accountExpirationDate: string | null;
  readonly now: string;
}

export type VoucherDateProblem = "expirationInPast" | "accountExpirationInPast" | "accountExpiresBeforeCode";

/** @returns null if the dates are valid. */
export function problemOfVoucherDates({
  expirationDate,
  accountExpirationDate,
  now,
}: VoucherDates): VoucherDateProblem | null {
  if (expirationDate !== null && expirationDate < now) return "expirationInPast";
  if (accountExpirationDate === null) return null;
  if (accountExpirationDate < now) return "accountExpirationInPast";
  // An unlimited code expires later than any date.
  return expirationDate === null || expirationDate > accountExpirationDate ? "accountExpiresBeforeCode" : null;
}
