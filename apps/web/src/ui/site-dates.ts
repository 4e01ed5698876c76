/**
 * Dates in the time zone of the site: `yyyy-MM-dd HH:mm:ss` in requests and responses, `yyyy-MM-ddTHH:mm[:ss]` in form
 * fields.
 */
import { dateFormat } from "./locale-formats.ts";

/** @param date null: none. */
export function fieldOfDate(date: string | null): string {
  return date === null ? "" : date.replace(" ", "T");
}

/** @returns null for an empty field. Browsers omit seconds that are 0. */
export function dateOfField(text: string): string | null {
  if (text === "") return null;
  const [day, time = "00:00"] = text.split("T");
  return `${day} ${time.length === "00:00".length ? `${time}:00` : time.slice(0, "00:00:00".length)}`;
}

/** Formatted for display, without seconds. The site's time zone is not converted to the reader's. */
export function readableDate(date: string, language: string): string {
  const instant = new Date(`${date.replace(" ", "T")}Z`);
  return dateFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(instant);
}
