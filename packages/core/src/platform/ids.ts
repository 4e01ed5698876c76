/** IDs in calls: positive integers. */
import { z } from "zod";

/** Maximum of PostgreSQL's type `integer`, for numbers that are not IDs. */
export const INTEGER_MAX = 2_147_483_647;

/** ID in a body or an answer. */
export const id = z.int().positive();

/** ID in a path or a query, where everything is text. */
export const idText = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, "an id is a positive whole number")
  .transform(Number);

export const idParams = z.object({ id: idText });
