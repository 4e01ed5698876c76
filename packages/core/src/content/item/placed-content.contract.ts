/** Common part of the answers for pages, embeds and textbooks: item fields and location. */
import { z } from "zod";
import { id } from "../../platform/ids.ts";
import { crumb } from "./item-card.contract.ts";

export const placedContent = {
  id,
  itemId: id,
  title: z.string(),
  subtitle: z.string(),
  tags: z.array(z.string()),
  /** Path of the chosen thumbnail; null: none. */
  thumbnail: z.string().nullable(),
  /** ID of that image in the media library. */
  thumbnailMediaId: id.nullable(),
  /** From the course down to the item itself. */
  path: z.array(crumb),
  /** The neighbours in its parent that have a page; null: none. */
  previous: crumb.nullable(),
  next: crumb.nullable(),
  userCanEdit: z.boolean(),
};

const placedContentObject = z.object(placedContent);
export type PlacedContent = z.output<typeof placedContentObject>;

/**
 * Version of the value that a change was based on (`field-version.ts`); if the value has changed since, nothing is
 * saved (409).
 */
export const seenVersion = z
  .string()
  .regex(/^[0-9a-z]{1,8}\.[0-9a-z]{1,8}$/, "this is not the version of a field")
  .optional();
