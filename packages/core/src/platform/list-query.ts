/** Fields in the queries of lists. */
import { z } from "zod";

const PAGE_NUMBER_MAX = 999_999;
const NOT_A_PAGE = "a page is a positive whole number";

/** Page of a list in a body, from 1. */
export const pageNumber = z.int(NOT_A_PAGE).min(1, NOT_A_PAGE).max(PAGE_NUMBER_MAX).default(1);

/** Page of a list in a query, where everything is text. */
export const pageNumberText = z
  .string()
  .regex(/^[1-9]\d{0,5}$/, NOT_A_PAGE)
  .transform(Number)
  .default(1);

/** Text by which a list is searched; empty: not at all. */
export const searchText = z.string().trim().max(200).default("");
