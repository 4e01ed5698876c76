import { z } from "zod";
import { id } from "../../platform/ids.ts";

const kind = z.enum(["image", "video", "pdf", "file", "link"]);

/** What a slide shows of it. */
export const attachmentCard = z.object({
  id,
  title: z.string(),
  /** As the file's bytes say; of a link to an image or video file: as its URL ends; of other links: empty. */
  mimeType: z.string(),
  /** Path of the file on this server, or the address of a link. */
  src: z.string(),
  /** `image` and `video` are shown in the page, all else is opened or saved. `link`: leads to a page or another file. */
  kind,
});
export type AttachmentCard = z.output<typeof attachmentCard>;
