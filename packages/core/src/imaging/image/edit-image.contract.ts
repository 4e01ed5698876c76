/** Changes to a slide by content managers. Source: spec part 1, sections 5 and 7 ("Image"). */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { subtitle, title } from "../../content/item/item-text.contract.ts";
import { seenVersion } from "../../content/item/placed-content.contract.ts";
import { tags } from "../../content/tag/tag.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { image } from "./image.contract.ts";
import { REPLACEMENT_WAYS } from "./replace-file.ts";
import { THUMBNAIL_BODY_MAX_BYTES, THUMBNAIL_DATA_URL_MAX_CHARACTERS } from "./thumbnail-limits.ts";

export const IMAGE_TEXT_MAX_CHARACTERS = 20_000;

export const updateImage = {
  method: "PUT",
  path: "/v2/image/{id}",
  summary: "Update the fields and opening view of a slide; omitted fields are unchanged",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    title: title.optional(),
    subtitle: subtitle.optional(),
    summary: z.string().trim().max(IMAGE_TEXT_MAX_CHARACTERS).optional(),
    tags: tags.optional(),
    seen: z.strictObject({ title: seenVersion, subtitle: seenVersion, summary: seenVersion }).optional(),
    /** Centre of the opening view, `[x, y]` in slide pixels; null: the whole slide. */
    center: z.tuple([z.number(), z.number()]).nullable().optional(),
    /** As in core's `zoom.ts`; null: the whole slide. */
    zoom: z.number().min(-10).max(40).nullable().optional(),
    /** Degrees clockwise in addition to the orientation; stored as 0 to 315. */
    rotation: z.int().multipleOf(45).min(-315).max(360).optional(),
    /** Clockwise degrees that make the stored image upright; applies to all images of this file. */
    orientation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]).optional(),
    /** Along x, for all images of this file; stored only if greater than 0, else null: unknown. */
    micronsPerPixel: z.number().max(10_000).nullable().optional(),
    /** Along y; if omitted while micronsPerPixel is given: the same as along x. */
    micronsPerPixelY: z.number().max(10_000).nullable().optional(),
  }),
  answer: image,
} as const satisfies Call;

export const saveImageThumbnail = {
  method: "POST",
  path: "/v2/image/thumbnail",
  summary: "Set the thumbnail of a slide (PNG or JPEG data URL; it is scaled down and re-encoded)",
  policy: "manageContent",
  bodyMaxBytes: THUMBNAIL_BODY_MAX_BYTES,
  body: z.strictObject({
    imageId: id,
    type: z.literal("image").default("image"),
    dataUrl: z.string().max(THUMBNAIL_DATA_URL_MAX_CHARACTERS),
    /** Sent by some host sites; ignored. */
    extra: z.unknown().optional(),
  }),
  answer: z.object({ thumbnail: z.string() }),
} as const satisfies Call;

export const resetImageThumbnail = {
  method: "DELETE",
  path: "/v2/image/{id}/thumbnail",
  summary: "Reset the thumbnail of a slide to the whole slide",
  policy: "manageContent",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const replaceImageFile = {
  method: "PUT",
  path: "/v2/image/{id}/file",
  summary: "Replace the file of a slide with that of an unplaced upload; annotations are kept",
  policy: "manageContent",
  params: idParams,
  body: z.strictObject({
    /**
     * The image created by the upload. It then gets the old file, is not shown anywhere, and can restore the file for
     * 30 days.
     */
    imageId: id,
    /**
     * Treatment of annotations if the new file has another size: `ask` rejects with the code `otherSize` (and
     * `canScale` if the pixel size of both files is known), `keep` leaves them at the same pixels, `scale` at the same
     * µm.
     */
    annotations: z.enum(REPLACEMENT_WAYS).default("ask"),
  }),
  answer: image,
} as const satisfies Call;
