/**
 * LTI 1.3 launch: start and end of the sign-in that a learning platform opens in the browser. Both answer with a
 * redirect or an error page.
 *
 * Sources: IMS Security Framework 1.0, section 5.1.1; LTI Core 1.3; decision 0116.
 */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { idText } from "../../platform/ids.ts";
import { LTI_ADDRESS_MAX_CHARACTERS, LTI_ID_MAX_CHARACTERS } from "./lti-platform.contract.ts";

const HINT_MAX_CHARACTERS = 2_000;
/** Far more than platforms send; a group of 1,000 roles is rejected. */
const ID_TOKEN_MAX_CHARACTERS = 32_000;

/** Additional parameters of platforms are ignored. */
const initiationShape = {
  iss: z.string().max(LTI_ADDRESS_MAX_CHARACTERS),
  login_hint: z.string().max(HINT_MAX_CHARACTERS),
  target_link_uri: z.string().max(HINT_MAX_CHARACTERS),
  lti_message_hint: z.string().max(HINT_MAX_CHARACTERS).optional(),
  client_id: z.string().max(LTI_ID_MAX_CHARACTERS).optional(),
};
const initiation = z.object(initiationShape);
export type LoginInitiation = z.output<typeof initiation>;

const siteParams = z.object({ site: idText });

export const startLtiLogin = {
  method: "GET",
  path: "/v2/lti/site/{site}/login",
  summary: "Start the sign-in of a person sent by a learning platform (third-party initiated login)",
  policy: "anyone",
  answersPage: true,
  params: siteParams,
  query: initiation,
  answer: z.unknown(),
} as const satisfies Call;

export const startLtiLoginByForm = {
  method: "POST",
  path: "/v2/lti/site/{site}/login",
  summary: "Start the sign-in of a person sent by a learning platform, with a form",
  policy: "anyone",
  answersPage: true,
  params: siteParams,
  body: z.strictObject(initiationShape),
  answer: z.unknown(),
} as const satisfies Call;

/** The launch itself validates the input, and reports errors on a page. */
export const launchLti = {
  method: "POST",
  path: "/v2/lti/site/{site}/launch",
  summary: "Sign in with the message of a learning platform, and open what it names",
  policy: "anyone",
  answersPage: true,
  params: siteParams,
  body: z.strictObject({
    state: z.string().max(HINT_MAX_CHARACTERS * 4),
    id_token: z.string().max(ID_TOKEN_MAX_CHARACTERS).default(""),
    error: z.string().max(HINT_MAX_CHARACTERS).optional(),
  }),
  answer: z.unknown(),
} as const satisfies Call;

/** Answers 404 if the site has no platforms and expects none. */
export const getLtiKeys = {
  method: "GET",
  path: "/v2/lti/site/{site}/keys",
  summary: "The public keys of this tool, as a JWK set",
  policy: "anyone",
  params: siteParams,
  answer: z.object({
    keys: z.array(
      z.object({
        ...{ kty: z.string(), kid: z.string(), alg: z.string(), use: z.string(), n: z.string(), e: z.string() },
      }),
    ),
  }),
} as const satisfies Call;
