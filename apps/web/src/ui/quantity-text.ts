/** Formats numbers in the language of the interface. */
import { localeTag } from "./locale-formats.ts";

/** Cached: creating a format takes longer than using it a hundred times. */
const formats = new Map<string, Intl.NumberFormat>();

/** Smaller integers have no separator, and look the same in all languages of the interface. */
const SMALLEST_WITH_SEPARATOR = 1_000;

/** With the separators of the language. @param options default: at most three decimals. */
export function formatQuantity(value: number, language: string, options: Intl.NumberFormatOptions = {}): string {
  // The first format of a page takes 20 to 40 ms, and most pages show small integers only.
  if (isPlain(options) && Number.isInteger(value) && Math.abs(value) < SMALLEST_WITH_SEPARATOR) return String(value);
  const key = `${language} ${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.NumberFormat(localeTag(language), options);
  formats.set(key, format);
  return format.format(value);
}

/** Whether integers are formatted without a unit or decimals. */
const isPlain = (options: Intl.NumberFormatOptions) =>
  Object.keys(options).every((name) => name === "maximumFractionDigits");

/** @param share 0 to 1. Rounded to the nearest, with at most one decimal. */
export function formatShare(share: number, language: string): string {
  return formatQuantity(share, language, { style: "percent", maximumFractionDigits: 1 });
}

const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;
const STEP = 1000;

/** @param share 0 to 1. Rounded down, so that 100% means done. */
export function formatPercent(share: number, language: string): string {
  const whole = Math.floor(Math.min(1, Math.max(0, share)) * 100) / 100;
  return formatQuantity(whole, language, { style: "percent", maximumFractionDigits: 0 });
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
  return formatQuantity(amount, language, {
    style: "unit",
    unit,
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: digits,
  });
}

/** Width by height, e.g. `1,440 × 900`. @param width, height In pixels. */
export function formatDimensions(width: number, height: number, language: string): string {
  return `${formatQuantity(width, language)} × ${formatQuantity(height, language)}`;
}
