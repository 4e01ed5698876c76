/**
 * The images of a slide. They are bytes, not JSON, and are outside `/api`, so that caches can treat them separately.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { shareQuery } from "../../people/access/share-query.contract.ts";
import { idText } from "../../platform/ids.ts";

const whole = z
  .string()
  .regex(/^(0|[1-9]\d{0,6})$/)
  .transform(Number);

/** The version is part of the URL, so the content of a URL never changes. */
const picture = z.object({ imageId: idText, version: idText });

export const getTile = {
  method: "GET",
  path: "/tiles/{imageId}/{version}/{level}/{x}/{y}",
  summary: "Get one tile; level is the index in `levels`, y counts downwards, edge tiles are cropped to the image",
  policy: "seesSite",
  acceptsShare: true,
  params: picture.extend({ level: whole, x: whole, y: whole }),
  /** For slides with several planes; default: the first of each. */
  query: z.object({ channel: whole.optional(), depth: whole.optional(), time: whole.optional(), ...shareQuery }),
  answer: z.unknown(),
} as const satisfies Call;

export const getThumbnail = {
  method: "GET",
  path: "/tiles/{imageId}/{version}/thumbnail",
  summary: "Get the thumbnail of a slide (longer side up to 512 px)",
  policy: "seesSite",
  acceptsShare: true,
  params: picture,
  query: z.object(shareQuery),
  answer: z.unknown(),
} as const satisfies Call;

/** Rejected with 404 unless the site offers it, and with 429 and `tilesZipBusy` while another one runs. */
export const getTilesZip = {
  method: "GET",
  path: "/tiles/{imageId}/{version}/tiles.zip",
  summary: "Download all tiles of a slide as a zip file, each at level/x/y",
  policy: "seesSite",
  params: picture,
  answer: z.unknown(),
} as const satisfies Call;

export const getOwnThumbnail = {
  method: "GET",
  path: "/tiles/{imageId}/thumbnail/{id}",
  summary: "Get the custom thumbnail of a slide (longer side up to 512 px)",
  policy: "seesSite",
  acceptsShare: true,
  params: z.object({ imageId: idText, id: idText }),
  query: z.object(shareQuery),
  answer: z.unknown(),
} as const satisfies Call;

export const getAssociatedImage = {
  method: "GET",
  path: "/tiles/{imageId}/{version}/associated/{name}",
  summary: "Get the label, macro or thumbnail image stored in the slide file; content managers only",
  policy: "seesSite",
  acceptsShare: true,
  params: picture.extend({ name: z.enum(["label", "macro", "thumbnail"]) }),
  query: z.object(shareQuery),
  answer: z.unknown(),
} as const satisfies Call;
