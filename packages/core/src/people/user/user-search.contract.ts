/**
 * Search for people by name, email address or user name, to add them to a user group. Source: spec part 1, section 8;
 * constants.tsv.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { USER_SEARCH_MIN_CHARACTERS } from "./user-search-limits.ts";

const foundUser = z.object({ id, name: z.string(), email: z.string() });

export const searchUsers = {
  method: "POST",
  path: "/user/search/",
  summary: "Search users by part of their name, email address or user name (at least 4 characters), up to 20",
  policy: "manageContent",
  body: z.strictObject({
    q: z
      .string()
      .trim()
      .min(USER_SEARCH_MIN_CHARACTERS, `write at least ${USER_SEARCH_MIN_CHARACTERS} characters`)
      .max(200),
  }),
  answer: z.array(foundUser),
} as const satisfies Call;
