/** Profile picture: a small square that only the user can set. Source: issue 13, part 5; threat T-21. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { idText } from "../../platform/ids.ts";
import { USER_PICTURE_BODY_MAX_BYTES, USER_PICTURE_DATA_URL_MAX_CHARACTERS } from "./user-picture-limits.ts";

/** Rejected with 400 and `dataUrl` if it cannot be decoded or has too many pixels. */
export const setUserPicture = {
  method: "PUT",
  path: "/user/picture",
  summary:
    "Set the signed-in user's profile image (PNG, JPEG or WebP data URL; it is cropped to a square and re-encoded)",
  policy: "signedIn",
  bodyMaxBytes: USER_PICTURE_BODY_MAX_BYTES,
  body: z.strictObject({ dataUrl: z.string().max(USER_PICTURE_DATA_URL_MAX_CHARACTERS) }),
  answer: z.object({ pictureKey: z.string() }),
} as const satisfies Call;

export const deleteUserPicture = {
  method: "DELETE",
  path: "/user/picture",
  summary: "Delete the signed-in user's profile image",
  policy: "signedIn",
  answer: z.void(),
} as const satisfies Call;

/** Answers bytes: a WebP of 256 × 256 px, immutable for its key. */
export const getUserPicture = {
  method: "GET",
  path: "/user/picture/{id}/{key}",
  summary: "Get the profile image of a user",
  policy: "signedIn",
  params: z.object({ id: idText, key: z.string().max(100) }),
  answer: z.unknown(),
} as const satisfies Call;
