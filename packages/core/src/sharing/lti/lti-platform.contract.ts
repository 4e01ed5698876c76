/** Learning platforms whose users can sign in by LTI 1.3, managed by administrators. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id, idParams } from "../../platform/ids.ts";
import { GRANTED_ROLES, LTI_ROLES } from "./lti-roles.ts";
import { isWebOrigin, originOfAddress } from "./web-origin.ts";

export const LTI_PLATFORMS_MAX = 50;
const LTI_NAME_MAX_CHARACTERS = 120;
export const LTI_ID_MAX_CHARACTERS = 255;
export const LTI_ADDRESS_MAX_CHARACTERS = 1_000;
export const LTI_DEPLOYMENTS_MAX = 100;
const LTI_ORIGINS_MAX = 20;

const entered = (maxCharacters: number) =>
  z
    .string()
    .trim()
    .min(1, "this is needed")
    .max(maxCharacters)
    .refine((text) => !text.includes("\0"), "this character is not possible");
const address = entered(LTI_ADDRESS_MAX_CHARACTERS).refine(
  (text) => originOfAddress(text) !== null,
  "enter an address that begins with https://",
);

const shape = {
  name: entered(LTI_NAME_MAX_CHARACTERS),
  /** Claim `iss`: the platform's identifier. */
  issuer: entered(LTI_ADDRESS_MAX_CHARACTERS),
  /** This tool's ID on the platform; claim `aud`. */
  clientId: entered(LTI_ID_MAX_CHARACTERS),
  /** Empty: none is accepted yet, and nobody can sign in. */
  deploymentIds: z.array(entered(LTI_ID_MAX_CHARACTERS)).max(LTI_DEPLOYMENTS_MAX),
  authorizationUrl: address,
  tokenUrl: address,
  /** Audience of requests for access tokens; null: the URL of the request. */
  tokenAudience: entered(LTI_ADDRESS_MAX_CHARACTERS).nullable().default(null),
  keysUrl: address,
  /** Origins that may show Parfocal's pages in frames; empty: the origin of the authorization URL. */
  pageOrigins: z
    .array(entered(LTI_ADDRESS_MAX_CHARACTERS).refine(isWebOrigin, "enter scheme and host alone"))
    .max(LTI_ORIGINS_MAX),
  roleMap: z.strictObject(
    Object.fromEntries(LTI_ROLES.map((role) => [role, z.enum(GRANTED_ROLES)])) as Record<
      (typeof LTI_ROLES)[number],
      z.ZodEnum<{ [Role in (typeof GRANTED_ROLES)[number]]: Role }>
    >,
  ),
};
const settings = z.strictObject(shape);

const platform = z.object({ id, ...shape });
export type LtiPlatform = z.output<typeof platform>;
export type LtiPlatformSettings = z.output<typeof settings>;

export const listLtiPlatforms = {
  method: "GET",
  path: "/v2/lti/platforms",
  summary: "The learning platforms of the site, and this tool's own addresses to enter there",
  policy: "managePeople",
  answer: z.object({
    platforms: z.array(platform),
    /** Deployments named by launches of the platforms, and not accepted yet. */
    waitingDeployments: z.array(z.object({ platformId: id, deploymentId: z.string() })),
    tool: z.object({
      toolUrl: z.string(),
      loginUrl: z.string(),
      launchUrl: z.string(),
      keysUrl: z.string(),
    }),
  }),
} as const satisfies Call;

/** Rejected with 409 and `platformTaken` if one with this issuer and client ID exists, or `tooManyPlatforms`. */
export const createLtiPlatform = {
  method: "POST",
  path: "/v2/lti/platforms",
  summary: "Register a learning platform",
  policy: "managePeople",
  body: settings,
  answer: platform,
  isCreating: true,
} as const satisfies Call;

/** Rejected with 409 and `platformTaken`. */
export const changeLtiPlatform = {
  method: "PUT",
  path: "/v2/lti/platforms/{id}",
  summary: "Change a learning platform",
  policy: "managePeople",
  params: idParams,
  body: settings,
  answer: platform,
} as const satisfies Call;

/** Its users keep their accounts and groups; after a new registration they are the same users. */
export const deleteLtiPlatform = {
  method: "DELETE",
  path: "/v2/lti/platforms/{id}",
  summary: "Remove a learning platform: nobody can be signed in by it any more",
  policy: "managePeople",
  params: idParams,
  answer: z.void(),
} as const satisfies Call;
