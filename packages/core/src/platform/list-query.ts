/** Fields in the queries of lists. */
import { z } from "zod";

/** Page of a list, from 1. */
export const pageNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, "a page is a positive whole number")
  .transform(Number)
  .default(1);

/** Text by which a list is searched; empty: not at all. */
export const searchText = z.string().trim().max(200).default("");
