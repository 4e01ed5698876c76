/**
 * Messages between a learning platform and this tool in a dynamic registration.
 *
 * Source: LTI Dynamic Registration 1.0, sections 3.4 (configuration of the platform), 3.5 (request) and 3.6 (answer).
 */
import { fieldsOf } from "../../platform/json-fields.ts";
import { LINE_ITEM_SCOPE } from "./line-item.ts";
import { SCORE_SCOPE } from "./lti-score.ts";
import { originOfAddress } from "./web-origin.ts";

const TOOL_CONFIGURATION = "https://purl.imsglobal.org/spec/lti-tool-configuration";
const PLATFORM_CONFIGURATION = "https://purl.imsglobal.org/spec/lti-platform-configuration";
export const MEMBERS_SCOPE = "https://purl.imsglobal.org/spec/lti-nrps/scope/contextmembership.readonly";
const SCOPES = [LINE_ITEM_SCOPE, SCORE_SCOPE, MEMBERS_SCOPE];
const ADDRESS_MAX_CHARACTERS = 1_000;
const ID_MAX_CHARACTERS = 255;
const NAME_MAX_CHARACTERS = 120;

/**
 * Reasons for a failed registration.
 * - `used`: the registration URL is no longer valid
 * - `unreadable`: the configuration of the platform could not be read
 * - `mismatch`: its URLs do not belong together
 * - `refused`: the platform did not register this tool
 * - `taken`: the platform is already registered, or there are too many
 */
const REGISTRATION_PROBLEMS = ["malformed", "used", "unreadable", "mismatch", "refused", "taken"] as const;
export type RegistrationProblem = (typeof REGISTRATION_PROBLEMS)[number];

export interface PlatformConfiguration {
  readonly name: string;
  readonly issuer: string;
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  readonly keysUrl: string;
  /** Audience of requests for access tokens; null: the URL of the request. */
  readonly tokenAudience: string | null;
  readonly registrationUrl: string;
  /** Scopes that this tool requests and the platform offers. */
  readonly scopes: readonly string[];
}

const textOf = (value: unknown, maxCharacters: number): string =>
  typeof value === "string" && value.length <= maxCharacters && !value.includes("\0") ? value : "";

/**
 * The configuration must be at the issuer's own origin, so that a file published elsewhere cannot register another
 * platform. All URLs are https; http is allowed only at the origin of the configuration itself.
 *
 * @param value the document at this URL.
 */
export function readPlatformConfiguration(
  value: unknown,
  configurationUrl: string,
): PlatformConfiguration | "unreadable" | "mismatch" {
  const fields = fieldsOf(value);
  const address = (name: string) => textOf(fields[name], ADDRESS_MAX_CHARACTERS);
  const issuer = address("issuer");
  const found = {
    authorizationUrl: address("authorization_endpoint"),
    tokenUrl: address("token_endpoint"),
    keysUrl: address("jwks_uri"),
    registrationUrl: address("registration_endpoint"),
  };
  const addresses = [issuer, ...Object.values(found)];
  if (addresses.some((one) => originOfAddress(one) === null)) return "unreadable";
  const origin = originOfAddress(configurationUrl);
  if (origin === null || originOfAddress(issuer) !== origin || /[?#]/.test(issuer)) return "mismatch";
  if (addresses.some((one) => !isSecure(one) && originOfAddress(one) !== origin)) return "mismatch";
  const host = origin.replace(/^https?:\/\//, "");
  const product = textOf(fieldsOf(fields[PLATFORM_CONFIGURATION]).product_family_code, ID_MAX_CHARACTERS).trim();
  const supported: unknown = fields.scopes_supported;
  return {
    ...{ issuer, ...found },
    name: (product === "" ? host : `${product} (${host})`).slice(0, NAME_MAX_CHARACTERS).toWellFormed(),
    tokenAudience: textOf(fields.authorization_server, ADDRESS_MAX_CHARACTERS).trim() || null,
    scopes: Array.isArray(supported) ? SCOPES.filter((scope) => supported.includes(scope)) : SCOPES,
  };
}

const isSecure = (address: string): boolean => /^https:/i.test(address);

interface Tool {
  readonly name: string;
  readonly addresses: {
    readonly toolUrl: string;
    readonly loginUrl: string;
    readonly launchUrl: string;
    readonly keysUrl: string;
  };
  readonly scopes: readonly string[];
}

/** The tool's configuration, sent to the platform. */
export const registrationRequest = ({ name, addresses, scopes }: Tool) => ({
  ...{ application_type: "web", response_types: ["id_token"], grant_types: ["client_credentials", "implicit"] },
  ...{ client_name: name, token_endpoint_auth_method: "private_key_jwt", scope: scopes.join(" ") },
  ...{ initiate_login_uri: addresses.loginUrl, redirect_uris: [addresses.launchUrl], jwks_uri: addresses.keysUrl },
  [TOOL_CONFIGURATION]: {
    domain: (originOfAddress(addresses.toolUrl) ?? "").replace(/^https?:\/\//, ""),
    target_link_uri: addresses.toolUrl,
    claims: ["iss", "sub", "name", "given_name", "family_name", "email"],
    messages: [
      { type: "LtiResourceLinkRequest" },
      { type: "LtiDeepLinkingRequest", target_link_uri: addresses.toolUrl, label: "Select content" },
    ],
  },
});

/** @returns null: the answer is not a registration. */
export function readRegistration(
  value: unknown,
): { readonly clientId: string; readonly deploymentId: string | null } | null {
  const fields = fieldsOf(value);
  const clientId = textOf(fields.client_id, ID_MAX_CHARACTERS).trim();
  const deploymentId = textOf(fieldsOf(fields[TOOL_CONFIGURATION]).deployment_id, ID_MAX_CHARACTERS);
  return clientId === "" ? null : { clientId, deploymentId: deploymentId || null };
}
