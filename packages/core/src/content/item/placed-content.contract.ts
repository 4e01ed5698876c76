/** What pages, embeds and textbooks answer alike: what every item has, and where one is. */
import { z } from "zod";
import { id } from "../../platform/ids.ts";
import { crumb } from "./item-card.contract.ts";

export const placedContent = {
  id,
  itemId: id,
  title: z.string(),
  subtitle: z.string(),
  tags: z.array(z.string()),
  /** Path of the small picture that was chosen; null: none was. */
  thumbnail: z.string().nullable(),
  /** Of that picture in the media library. */
  thumbnailMediaId: id.nullable(),
  /** From the course down to the item itself. */
  path: z.array(crumb),
  /** What stands before and after it in its parent, as far as it has a page of its own; null: nothing does. */
  previous: crumb.nullable(),
  next: crumb.nullable(),
  userCanEdit: z.boolean(),
};

const placedContentObject = z.object(placedContent);
export type PlacedContent = z.output<typeof placedContentObject>;

/** Version of the value that a change was made from, as in `field-version.ts`: of another one by now nothing is changed (409). */
export const seenVersion = z
  .string()
  .regex(/^[0-9a-z]{1,8}\.[0-9a-z]{1,8}$/, "this is not the version of a field")
  .optional();
