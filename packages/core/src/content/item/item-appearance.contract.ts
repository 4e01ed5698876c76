/** Appearance of a course or folder, in answers and changes. */
import { z } from "zod";
import { id } from "../../platform/ids.ts";
import { BACKGROUND_POSITIONS, BACKGROUND_STYLES, DISPLAY_STYLES } from "./item-appearance.ts";

const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "a colour is # and six hexadecimal digits, e.g. #1f6f78")
  .transform((text) => text.toLowerCase());

/** Part of the answer of a course or folder. */
export const lookAnswer = {
  /** Header colour, `#rrggbb`; null: none. */
  background: z.string().nullable(),
  /** ID of the header image in the media library; null: none. */
  backgroundMediaId: id.nullable(),
  /** Path of the header image; null: none. */
  backgroundUrl: z.string().nullable(),
  backgroundPosition: z.enum(BACKGROUND_POSITIONS),
  backgroundStyle: z.enum(BACKGROUND_STYLES),
  displayStyle: z.enum(DISPLAY_STYLES),
  /** ID of the chosen thumbnail in the media library; null: chosen automatically. */
  thumbnailMediaId: id.nullable(),
};

/** Part of a change; omitted fields are unchanged. */
export const lookChange = {
  background: colour.nullable().optional(),
  backgroundMediaId: id.nullable().optional(),
  backgroundPosition: z.enum(BACKGROUND_POSITIONS).optional(),
  backgroundStyle: z.enum(BACKGROUND_STYLES).optional(),
  displayStyle: z.enum(DISPLAY_STYLES).optional(),
  thumbnailMediaId: id.nullable().optional(),
};
