import { z } from "zod";
import { job } from "../job/job.contract.ts";
import { id } from "../platform/ids.ts";
import { ITEM_KIND_NAMES } from "./item-kinds.ts";

/** What a list, a course page or a tree shows of an item in one of its places. */
export const itemCard = z.object({
  id,
  itemId: id,
  type: z.enum(ITEM_KIND_NAMES),
  title: z.string(),
  subtitle: z.string(),
  /**
   * Path of a small picture, longer side 512 px; of a slide on another server the whole address of its smallest picture
   * there, which the browser asks for without cookies. null: none (yet).
   */
  thumbnail: z.string().nullable(),
  isActive: z.boolean(),
  annotationsActive: z.boolean(),
  parent: id.nullable(),
  /** Number of things in it (folders). */
  itemCount: z.int(),
  /** The work that an image still waits for; null: ready. */
  job: job.nullable(),
});
export type ItemCard = z.output<typeof itemCard>;

/** One step of "where am I": from the course down to the thing itself. */
export const crumb = z.object({ id, type: z.enum(ITEM_KIND_NAMES), title: z.string() });
export type Crumb = z.output<typeof crumb>;
