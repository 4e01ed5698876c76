/** The user's own second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { idParams } from "../../platform/ids.ts";
import { PASSWORD_MAX_CHARACTERS, SECOND_FACTOR_CODE_MAX_CHARACTERS } from "../session/session.contract.ts";

export const RECOVERY_CODES = 10;

const currentPassword = z.string().min(1).max(PASSWORD_MAX_CHARACTERS);

export const getSecondFactor = {
  method: "GET",
  path: "/user/secondFactor",
  summary: "Get the state of the signed-in user's second factor",
  policy: "signedIn",
  answer: z.object({
    isOn: z.boolean(),
    /** Number of unused codes. */
    recoveryCodesLeft: z.int().nonnegative(),
    /** Whether the site requires it for the user's role. */
    isRequired: z.boolean(),
  }),
} as const satisfies Call;

/**
 * Rejected with 400 and `currentPasswordIncorrect`, or 409 and `secondFactorOn`. A secret takes effect when it is
 * confirmed.
 */
export const startSecondFactor = {
  method: "POST",
  path: "/user/secondFactor",
  summary: "Get a new secret for an authenticator app",
  policy: "signedIn",
  body: z.strictObject({ currentPassword }),
  answer: z.object({
    /** Base32. */
    secret: z.string(),
    /** `otpauth://…`, for a QR code. */
    uri: z.string(),
  }),
} as const satisfies Call;

/** Rejected with 400 and `secondFactorWrong`, or 409 and `secondFactorOn`. */
export const confirmSecondFactor = {
  method: "PUT",
  path: "/user/secondFactor",
  summary: "Switch on the second factor with a code of the authenticator app",
  policy: "signedIn",
  body: z.strictObject({ code: z.string().min(1).max(SECOND_FACTOR_CODE_MAX_CHARACTERS) }),
  /** Shown only once. */
  answer: z.object({ recoveryCodes: z.array(z.string()) }),
} as const satisfies Call;

/** Rejected with 400 and `currentPasswordIncorrect`, or 409 and `secondFactorRequired`. */
export const endSecondFactor = {
  method: "PUT",
  path: "/user/secondFactor/off",
  summary: "Switch off the signed-in user's second factor",
  policy: "signedIn",
  body: z.strictObject({ currentPassword }),
  answer: z.void(),
} as const satisfies Call;

/** Passkeys are removed as well; all sessions of the account end. */
export const resetSecondFactor = {
  method: "DELETE",
  path: "/v2/user/{id}/secondFactor",
  summary: "Switch off the second factor and remove the passkeys of an account whose owner has lost them",
  policy: "managePeople",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;
