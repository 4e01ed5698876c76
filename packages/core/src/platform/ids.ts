/** Ids on the wire: positive whole numbers. */
import { z } from "zod";

/** In a body or an answer. */
export const id = z.int().positive();

/** In a path or a query, where everything is text. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "an id is a positive whole number")
  .transform(Number);

export const idParams = z.object({ id: idText });
