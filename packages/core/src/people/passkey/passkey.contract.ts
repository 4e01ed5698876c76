/**
 * Passkeys: keys of a device or password manager, for signing in without password and second factor.
 *
 * Source: Web Authentication Level 3 (W3C); field names as there, bytes in base64url.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { openSession, PASSWORD_MAX_CHARACTERS } from "../session/session.contract.ts";

/** Limit per account. */
export const PASSKEYS_MAX = 10;
export const PASSKEY_NAME_MAX_CHARACTERS = 60;

/** Real credentials have a few kilobytes at most. */
const PART_MAX_CHARACTERS = 8_192;
const CREDENTIAL_ID_MAX_CHARACTERS = 1_400;
const TRANSPORTS_MAX = 10;

const bytes = z
  .string()
  .max(PART_MAX_CHARACTERS)
  .regex(/^[A-Za-z0-9_-]+$/);
const credentialId = bytes.max(CREDENTIAL_ID_MAX_CHARACTERS);
const transports = z.array(z.string().regex(/^[a-z-]{1,20}$/)).max(TRANSPORTS_MAX);

const passkey = z.object({
  id,
  name: z.string(),
  createdAt: z.iso.datetime(),
  /** Null: never used. */
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.output<typeof passkey>;

export const listPasskeys = {
  method: "GET",
  path: "/user/passkeys",
  summary: "List the signed-in user's passkeys",
  policy: "signedIn",
  answer: z.object({ passkeys: z.array(passkey) }),
} as const satisfies Call;

/** Rejected with 400 and `currentPasswordIncorrect`, or 409 and `tooManyPasskeys`. */
export const beginPasskey = {
  method: "POST",
  path: "/user/passkeys/begin",
  summary: "Get what a device needs to create a passkey",
  policy: "signedIn",
  body: z.strictObject({ currentPassword: z.string().min(1).max(PASSWORD_MAX_CHARACTERS) }),
  /** Input of `PublicKeyCredential.parseCreationOptionsFromJSON`. */
  answer: z.object({
    /** Valid for five minutes. */
    challenge: bytes,
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: bytes, name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: z.literal("public-key"), alg: z.int() })),
    /** Existing passkeys of the account; a device creates only one. */
    excludeCredentials: z.array(z.object({ type: z.literal("public-key"), id: credentialId, transports })),
    authenticatorSelection: z.object({
      residentKey: z.literal("required"),
      userVerification: z.literal("required"),
    }),
    timeout: z.int().positive(),
  }),
} as const satisfies Call;

/** Output of `PublicKeyCredential.toJSON`; additional fields of browsers are dropped. */
const createdCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({ clientDataJSON: bytes, attestationObject: bytes, transports: transports.optional() }),
});
export type CreatedCredential = z.output<typeof createdCredential>;

/** Rejected with 400 and `passkeyRefused`, or 409 and `tooManyPasskeys`. */
export const addPasskey = {
  method: "POST",
  path: "/user/passkeys",
  summary: "Add a passkey that a device has created",
  policy: "signedIn",
  body: z.strictObject({
    name: z.string().trim().min(1).max(PASSKEY_NAME_MAX_CHARACTERS),
    credential: createdCredential,
  }),
  answer: passkey,
} as const satisfies Call;

export const removePasskey = {
  method: "DELETE",
  path: "/user/passkeys/{id}",
  summary: "Remove one of the signed-in user's passkeys",
  policy: "signedIn",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;

export const beginPasskeySignIn = {
  method: "POST",
  path: "/session/passkey/begin",
  summary: "Get what a device needs to sign in with a passkey",
  policy: "anyone",
  /** Input of `PublicKeyCredential.parseRequestOptionsFromJSON`. */
  answer: z.object({
    /** Valid for five minutes. */
    challenge: bytes,
    rpId: z.string(),
    userVerification: z.literal("required"),
    timeout: z.int().positive(),
  }),
} as const satisfies Call;

/** Output of `PublicKeyCredential.toJSON`; additional fields of browsers are dropped. */
const usedCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal("public-key"),
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.nullish(),
  }),
});
export type UsedCredential = z.output<typeof usedCredential>;

/** Rejected with 401 and `passkeyRefused`. */
export const signInWithPasskey = {
  method: "POST",
  path: "/session/passkey",
  summary: "Sign in with a passkey",
  policy: "anyone",
  body: z.strictObject({ credential: usedCredential, staySignedIn: z.boolean().optional() }),
  answer: openSession.answer,
} as const satisfies Call;
