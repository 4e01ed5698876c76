/**
 * LTI Dynamic Registration: an administrator creates a URL that the platform opens once. The platform's users cannot
 * sign in before an administrator has accepted its deployment.
 *
 * Source: LTI Dynamic Registration 1.0; decision 0142.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { idParams, idText } from "../../platform/ids.ts";
import { LTI_ID_MAX_CHARACTERS } from "./lti-platform.contract.ts";

const TOKEN_MAX_CHARACTERS = 100;
const CONFIGURATION_URL_MAX_CHARACTERS = 2_000;
const REGISTRATION_TOKEN_MAX_CHARACTERS = 8_000;
export const REGISTRATION_LIFE_HOURS = 24;

/** Invalidates the previous URL. Rejected with 409 and `tooManyPlatforms`. */
export const makeLtiRegistration = {
  method: "POST",
  path: "/v2/lti/registrations",
  summary: "Make an address with which one learning platform can register itself within a day",
  policy: "managePeople",
  answer: z.object({ address: z.string(), endsAt: z.string() }),
} as const satisfies Call;

export const registerLti = {
  method: "GET",
  path: "/v2/lti/site/{site}/register/{token}",
  summary: "Register the learning platform that opens this address: a page that says how it ended",
  policy: "anyone",
  answersPage: true,
  params: z.object({ site: idText, token: z.string().max(TOKEN_MAX_CHARACTERS) }),
  query: z.object({
    openid_configuration: z.string().max(CONFIGURATION_URL_MAX_CHARACTERS),
    registration_token: z.string().max(REGISTRATION_TOKEN_MAX_CHARACTERS).optional(),
  }),
  answer: z.unknown(),
} as const satisfies Call;

/** Answers 404 if it is no longer waiting. Rejected with 409 and `tooManyDeployments`. */
export const decideLtiDeployment = {
  method: "PUT",
  path: "/v2/lti/platforms/{id}/deployments",
  summary: "Accept or dismiss a deployment of the tool that a learning platform has named",
  policy: "managePeople",
  params: idParams,
  body: z.strictObject({ deploymentId: z.string().max(LTI_ID_MAX_CHARACTERS), isAccepted: z.boolean() }),
  answer: z.void(),
} as const satisfies Call;
