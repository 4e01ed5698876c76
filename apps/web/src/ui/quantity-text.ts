/** Formats numbers in the language of the interface. */

const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const STEP = 1000;

/** @param share 0 to 1. Rounded down, so that 100% means done. */
export function formatPercent(share: number, language: string): string {
  const whole = Math.floor(Math.min(1, Math.max(0, share)) * 100) / 100;
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(whole);
}

/** Decimal units, like disks and file managers; at most three digits. */
export function formatBytes(bytes: number, language: string): string {
  let power = 0;
  let amount = Math.max(0, bytes);
  // 999.5 would be shown as 1000.
  while (amount >= STEP - 0.5 && power < BYTE_UNITS.length - 1) {
    amount /= STEP;
    power += 1;
  }
  const unit = BYTE_UNITS[power] as string;
  const digits = power === 0 || amount >= 99.95 ? 0 : 1;
  return new Intl.NumberFormat(language, {
    style: "unit",
    unit,
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: digits,
  }).format(amount);
}

/** Width by height, e.g. `1,440 × 900`. @param width, height In pixels. */
export function formatDimensions(width: number, height: number, language: string): string {
  const number = new Intl.NumberFormat(language);
  return `${number.format(width)} × ${number.format(height)}`;
}
