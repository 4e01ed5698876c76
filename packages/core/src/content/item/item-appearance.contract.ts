/** What is said and changed of how a course or folder looks. */
import { z } from "zod";
import { id } from "../../platform/ids.ts";
import { BACKGROUND_POSITIONS, BACKGROUND_STYLES, DISPLAY_STYLES } from "./item-appearance.ts";

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "a colour is # and six hexadecimal digits, e.g. #1f6f78")
  .transform((text) => text.toLowerCase());

/** As a course or folder answers it. */
export const lookAnswer = {
  /** Colour behind its head, `#rrggbb`; null: none. */
  background: z.string().nullable(),
  /** Of the picture in the media library; null: none. */
  backgroundMediaId: id.nullable(),
  /** Path of that picture; null: none. */
  backgroundUrl: z.string().nullable(),
  backgroundPosition: z.enum(BACKGROUND_POSITIONS),
  backgroundStyle: z.enum(BACKGROUND_STYLES),
  displayStyle: z.enum(DISPLAY_STYLES),
  /** Of the small picture that was chosen in the media library; null: found by itself. */
  thumbnailMediaId: id.nullable(),
};

/** As it is changed; what is left out stays. */
export const lookChange = {
  background: colour.nullable().optional(),
  backgroundMediaId: id.nullable().optional(),
  backgroundPosition: z.enum(BACKGROUND_POSITIONS).optional(),
  backgroundStyle: z.enum(BACKGROUND_STYLES).optional(),
  displayStyle: z.enum(DISPLAY_STYLES).optional(),
  thumbnailMediaId: id.nullable().optional(),
};
