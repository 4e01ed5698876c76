/**
 * Parses the date of a scan, which scanners write in many formats.
 *
 * The result is ISO 8601: `2009-12-29T09:59:15`, with `Z` or an offset only if the file contains one; only a date if
 * there is no time. A time without a zone is local time at the scanner and is not converted.
 */

interface DateParts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** No slide was scanned before this year: two-digit years from here on belong to the last century. */
const FIRST_SHORT_YEAR = 70;

/** Orders of the parts of a date: year first, or month first with the year at the end (American scanners). */
const DATES: readonly { readonly pattern: RegExp; readonly order: readonly (keyof DateParts)[] }[] = [
  { pattern: /^(\d{4})[-/:.](\d{1,2})[-/:.](\d{1,2})/, order: ["year", "month", "day"] },
  { pattern: /^(\d{4})(\d{2})(\d{2})(?!\d{1,5}$)/, order: ["year", "month", "day"] },
  { pattern: /^(\d{1,2})\/(\d{1,2})\/(\d{2}|\d{4})(?!\d)/, order: ["month", "day", "year"] },
];

const TIME = /^[T ]*(\d{1,2}):?(\d{2})(?::?(\d{2}))?(?:\.\d+)?\s*([AP]M)?/i;
const ZONE = /^\s*(?:Z|(?:GMT|UTC)?\s*([+-])(\d{2}):?(\d{2})|(?:GMT|UTC))$/i;

/**
 * @param date with or without its time.
 * @param time if it is separate; @param zone likewise, e.g. `GMT-05:00`.
 * @returns null if it contains no date.
 */
export function isoDateOf(date: string, time = "", zone = ""): string | null {
  const text = date.trim();
  for (const { pattern, order } of DATES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const parts = Object.fromEntries(
      order.map((name, index) => [name, Number(match[index + 1])]),
    ) as unknown as DateParts;
    const day = isoDayOf(parts);
    if (day === null) return null;
    const rest = `${text.slice(match[0].length)} ${time.trim()}`.trim();
    const clock = TIME.exec(rest);
    if (clock === null) return day;
    const zoneText = rest.slice(clock[0].length).trim() || zone.trim();
    const clockText = isoTimeOf(clock);
    return clockText === null ? day : `${day}T${clockText}${isoZoneOf(zoneText)}`;
  }
  return null;
}

function isoDayOf({ year, month, day }: DateParts): string | null {
  const full = year >= 100 ? year : year >= FIRST_SHORT_YEAR ? 1900 + year : 2000 + year;
  const date = new Date(Date.UTC(full, month - 1, day));
  const isReal = date.getUTCMonth() === month - 1 && date.getUTCDate() === day && full >= 1000;
  return isReal ? date.toISOString().slice(0, 10) : null;
}

function isoTimeOf([, hourText, minute, second = "00", half]: RegExpExecArray): string | null {
  const hour = half === undefined ? Number(hourText) : (Number(hourText) % 12) + (half.toUpperCase() === "PM" ? 12 : 0);
  const isReal = hour < 24 && Number(minute) < 60 && Number(second) < 61;
  return isReal ? [String(hour).padStart(2, "0"), minute, second].join(":") : null;
}

function isoZoneOf(text: string): string {
  const match = ZONE.exec(text);
  if (match === null) return "";
  const [, sign, hours, minutes] = match;
  return sign === undefined ? "Z" : `${sign}${hours}:${minutes}`;
}
