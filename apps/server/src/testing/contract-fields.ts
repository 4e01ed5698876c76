import { z } from "zod";

/** The fields of a contract's params, query or body, including schemas with further checks or transformations. */
export function fieldsOf(schema: z.ZodType | undefined): Readonly<Record<string, z.ZodType>> {
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in as z.ZodType);
  return schema instanceof z.ZodObject ? (schema.shape as Record<string, z.ZodType>) : {};
}
