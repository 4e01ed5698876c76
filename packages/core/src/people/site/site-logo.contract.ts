/** Logo of a site, shown in the header and on the sign-in page. Source: issue 13, part 6 (options: logo). */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { siteLogo } from "../session/session.contract.ts";
import { LOGO_BODY_MAX_BYTES, LOGO_DATA_URL_MAX_CHARACTERS } from "./site-logo.ts";

/** Rejected with 400 and `dataUrl` if it cannot be decoded or has too many pixels. */
export const setSiteLogo = {
  method: "PUT",
  path: "/v2/site/logo",
  summary: "Set the logo of the site (PNG, JPEG or WebP data URL; it is made to fit in 480 × 128 px and re-encoded)",
  policy: "managePeople",
  bodyMaxBytes: LOGO_BODY_MAX_BYTES,
  body: z.strictObject({ dataUrl: z.string().max(LOGO_DATA_URL_MAX_CHARACTERS) }),
  answer: siteLogo,
} as const satisfies Call;

export const deleteSiteLogo = {
  method: "DELETE",
  path: "/v2/site/logo",
  summary: "Delete the logo of the site",
  policy: "managePeople",
  answer: z.void(),
} as const satisfies Call;

/** Answers bytes: a WebP, immutable for its key. Public, because the sign-in page shows it. */
export const getSiteLogo = {
  method: "GET",
  path: "/site/{site}/logo/{key}",
  summary: "Get the logo of a site",
  policy: "anyone",
  params: z.object({ site: z.coerce.number().int().positive().max(999_999_999_999_999), key: z.string().max(100) }),
  answer: z.unknown(),
} as const satisfies Call;
