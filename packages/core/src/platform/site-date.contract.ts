/** Dates on the wire: `yyyy-MM-dd HH:mm:ss` in the site's time zone. Source: spec decisions, "Access". */
import { z } from "zod";

export const siteDate = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/, "a date is written as 2027-01-31 18:00:00")
  .refine((text) => {
    const instant = new Date(`${text.replace(" ", "T")}Z`);
    return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text.replace(" ", "T"));
  }, "there is no such date");
