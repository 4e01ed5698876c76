import { z } from "zod";
import { id } from "../../platform/ids.ts";

const kind = z.enum(["image", "video", "pdf", "file", "link"]);

/** An attachment as shown beside its slide. */
export const attachmentCard = z.object({
  id,
  title: z.string(),
  /**
   * Detected from the file's bytes. For a link to an image or video file: from the URL's extension; for other links:
   * empty.
   */
  mimeType: z.string(),
  /** Path of the file on this server, or the URL of a link. */
  src: z.string(),
  /**
   * `image` and `video` are shown in the page, other types are opened or downloaded. `link` leads to a page or an
   * external file.
   */
  kind,
});
export type AttachmentCard = z.output<typeof attachmentCard>;
