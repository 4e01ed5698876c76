import { type RawBuilder, sql } from "kysely";

/**
 * An instant in the format of the API, `yyyy-MM-dd HH:mm:ss` in the time zone of the site; null stays null. The query
 * must contain the table `site`.
 */
export const inSiteTime = <Text extends string | null = string | null>(instant: RawBuilder<unknown>) =>
  sql<Text>`to_char(${instant} AT TIME ZONE site.time_zone, 'YYYY-MM-DD HH24:MI:SS')`;

/** The reverse: the instant of a date sent in a call; null stays null. */
export const instantOf = (siteId: number, date: string | null) =>
  sql<Date | null>`${date}::timestamp AT TIME ZONE (SELECT time_zone FROM site WHERE id = ${siteId})`;
