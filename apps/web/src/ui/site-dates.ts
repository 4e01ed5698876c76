/** Dates in the time zone of the site: `yyyy-MM-dd HH:mm:ss` on the wire, `yyyy-MM-ddTHH:mm[:ss]` in a field of a form. */

/** @param date null: none. */
export function fieldOfDate(date: string | null): string {
  return date === null ? "" : date.replace(" ", "T");
}

/** @returns null for an empty field. Browsers leave seconds out that are 0. */
export function dateOfField(text: string): string | null {
  if (text === "") return null;
  const [day, time = "00:00"] = text.split("T");
  return `${day} ${time.length === "00:00".length ? `${time}:00` : time.slice(0, "00:00:00".length)}`;
}

/** As one reads it; seconds are left out. The site's time zone is not turned into the reader's. */
export function readableDate(date: string, language: string): string {
  const instant = new Date(`${date.replace(" ", "T")}Z`);
  return new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }).format(
    instant,
  );
}
