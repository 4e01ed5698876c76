/** Dates in calls: `yyyy-MM-dd HH:mm:ss` in the site's time zone. Source: spec decisions, "Access". */
import { z } from "zod";

/** Range that PostgreSQL, JavaScript and every time zone support; PostgreSQL has no year 0. */
const SITE_DATE_FIRST_YEAR = 1900;
const SITE_DATE_LAST_YEAR = 2999;

export const siteDate = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, "a date is written as 2027-01-31 18:00:00")
  .refine((text) => {
    const instant = new Date(`${text.replace(" ", "T")}Z`);
    return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.replace(" ", "T"));
  }, "this date does not exist")
  .refine((text) => {
    const year = Number(text.slice(0, 4));
    return year >= SITE_DATE_FIRST_YEAR && year <= SITE_DATE_LAST_YEAR;
  }, `the year must be between ${SITE_DATE_FIRST_YEAR} and ${SITE_DATE_LAST_YEAR}`);
