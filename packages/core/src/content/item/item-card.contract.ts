import { z } from "zod";
import { id } from "../../platform/ids.ts";
import { job } from "../job/job.contract.ts";
import { colourAdjustment } from "./colour-adjustment.contract.ts";
import { FIELD_TYPE_NAMES } from "./field-type-names.ts";
import { ITEM_KIND_NAMES } from "./item-kinds.ts";
import { openedShare } from "./opened-share.contract.ts";

/** A longer value of a custom field is cut on a card. */
export const CARD_VALUE_MAX_CHARACTERS = 200;

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
  /** How a slide's picture is to be shown: what it opens with; null: as it is. */
  colour: colourAdjustment.nullable(),
  isActive: z.boolean(),
  annotationsActive: z.boolean(),
  parent: id.nullable(),
  /** Number of items in it (folders). */
  itemCount: z.int(),
  /** Of a folder in a virtual course: assigned to the user group whose course it is. */
  isAssignedFolder: z.boolean().optional(),
  /** Whether the caller has opened it; left out for guests, and in lists that are no course's or folder's. */
  isOpened: z.boolean().optional(),
  /** Of a folder: how much of what is in it the caller has opened; left out as above. */
  progress: openedShare.optional(),
  /** Its value of the primary custom field; left out without one, and in lists that are no course's or folder's. */
  primaryField: z.object({ title: z.string(), value: z.string(), type: z.enum(FIELD_TYPE_NAMES) }).optional(),
  /** The work that an image still waits for; null: ready. */
  job: job.nullable(),
});
export type ItemCard = z.output<typeof itemCard>;

/** One step of "where am I": from the course down to the item itself. */
export const crumb = z.object({ id, type: z.enum(ITEM_KIND_NAMES), title: z.string() });
export type Crumb = z.output<typeof crumb>;
