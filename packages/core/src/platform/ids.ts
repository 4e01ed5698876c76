/** Ids on the wire: positive whole numbers. */
import { z } from "zod";

/** The largest number that PostgreSQL's type `integer` can store: numbers that are no ids. */
export const INTEGER_MAX = 2_147_483_647;

/** In a body or an answer. */
export const id = z.int().positive();

/** In a path or a query, where everything is text. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "an id is a positive whole number")
  .transform(Number);

export const idParams = z.object({ id: idText });
