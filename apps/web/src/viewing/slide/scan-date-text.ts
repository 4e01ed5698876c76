/** When a slide was scanned, in the user's language. */
import { dateFormat } from "#ui/locale-formats.ts";

/**
 * @param iso without a time zone it is the scanner's local time, and is shown unchanged; a date without a time is shown
 *   as a date.
 */
export function scanDateText(locale: string, iso: string): string {
  const hasTime = iso.includes("T");
  const hasZone = /(?:Z|[+-]\d{2}:\d{2})$/.test(iso) && hasTime;
  const date = new Date(hasZone ? iso : hasTime ? `${iso}Z` : `${iso}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return iso;
  return dateFormat(locale, {
    dateStyle: "medium",
    ...(hasTime ? { timeStyle: "short" } : {}),
    ...(hasZone ? {} : { timeZone: "UTC" }),
  }).format(date);
}
