import { z } from "zod";
import { id } from "../../platform/ids.ts";
import { job } from "../job/job.contract.ts";
import { colourAdjustment } from "./colour-adjustment.contract.ts";
import { FIELD_TYPE_NAMES } from "./field-type-names.ts";
import { ITEM_KIND_NAMES } from "./item-kinds.ts";
import { openedShare } from "./opened-share.contract.ts";

/** Longer values of a custom field are cut on cards. */
export const CARD_VALUE_MAX_CHARACTERS = 200;

/** An item in one of its places, as lists, course pages and trees show it. */
export const itemCard = z.object({
  id,
  itemId: id,
  type: z.enum(ITEM_KIND_NAMES),
  title: z.string(),
  subtitle: z.string(),
  /**
   * Path of the thumbnail, longer side 512 px; for a slide on another server the full URL of its smallest level there,
   * which the browser requests without cookies. Null: none (yet).
   */
  thumbnail: z.string().nullable(),
  /** Colour adjustment that the slide opens with; null: none. */
  colour: colourAdjustment.nullable(),
  isActive: z.boolean(),
  annotationsActive: z.boolean(),
  parent: id.nullable(),
  /** Number of items in it (folders). */
  itemCount: z.int(),
  /** A folder of a virtual course: whether it is assigned to the user group of that course. */
  isAssignedFolder: z.boolean().optional(),
  /** Whether the caller has viewed it; omitted for guests, and in lists outside courses and folders. */
  isOpened: z.boolean().optional(),
  /** Folders: share of the contents that the caller has viewed; omitted as above. */
  progress: openedShare.optional(),
  /** Value of the primary custom field; omitted if there is none, and in lists outside courses and folders. */
  primaryField: z.object({ title: z.string(), value: z.string(), type: z.enum(FIELD_TYPE_NAMES) }).optional(),
  /** The job that an image is waiting for; null: ready. */
  job: job.nullable(),
});
export type ItemCard = z.output<typeof itemCard>;

/** One step of the breadcrumb path from the course to the item. */
export const crumb = z.object({ id, type: z.enum(ITEM_KIND_NAMES), title: z.string() });
export type Crumb = z.output<typeof crumb>;
