/** Title and subtitle of an item in requests. */
import { z } from "zod";
import { TITLE_MAX_CHARACTERS } from "./item-text-limits.ts";

export const title = z.string().trim().min(1).max(TITLE_MAX_CHARACTERS);
export const subtitle = z.string().trim().max(TITLE_MAX_CHARACTERS);
