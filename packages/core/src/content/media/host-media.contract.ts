/** Files of the media library of the host site, for people of the host who manage content here. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { HOST_MEDIA_ID, HOST_MEDIA_TOKEN_MAX_CHARACTERS, HOST_PROVIDER } from "./host-media-id.ts";
import { acceptText, mediaFile } from "./media.contract.ts";

/**
 * The token is a JWS (EdDSA) of type `sz-media+jwt`, valid for at most two minutes, which the host signs for the caller
 * and this file. The server reads the file from the path next to the host's keys (`…/keys`, `…/media/{id}`), with the
 * token in `x-site-token`.
 *
 * Rejected: 400 with `siteToken.` and the reason, or `media.typeNotAllowed`; 404 with `hostMedia.missing` if the host
 * does not return the file; 413 for more than 50 MB; 503 with `hostMedia.away` if the host does not respond.
 */
export const takeHostMedia = {
  method: "POST",
  path: "/v2/media/fromHost",
  summary: "Copy a file of the host site's media library into the library; the same file again is the same media file",
  policy: "manageContent",
  body: z.strictObject({
    provider: z.string().regex(HOST_PROVIDER),
    id: z.string().regex(HOST_MEDIA_ID),
    token: z.string().min(1).max(HOST_MEDIA_TOKEN_MAX_CHARACTERS),
    /** Types accepted by the field the file is for; empty: all types of the library. */
    accept: acceptText.default(""),
  }),
  answer: mediaFile,
} as const satisfies Call;
