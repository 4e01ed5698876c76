/**
 * Reads the ID token of a launch after its signature, issuer, audience and time have been validated.
 *
 * Source: LTI Core 1.3, sections 5.3 and 5.4; IMS Security Framework 1.0, section 5.1.3.
 */
import { type Fields, fieldsOf } from "../../platform/json-fields.ts";
import { LINE_ITEM_SCOPE } from "./line-item.ts";
import { SCORE_SCOPE } from "./lti-score.ts";
import { isWebAddress, originOfAddress } from "./web-origin.ts";

const CLAIM = "https://purl.imsglobal.org/spec/lti/claim/";
/** Source: Assignment and Grade Services 2.0, section 3.1. */
const GRADES_CLAIM = "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint";
/** Source: Names and Role Provisioning Services 2.0, section 3.6.1. */
const MEMBERS_CLAIM = "https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice";
const DEEP_LINKING_CLAIM = "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings";
const DATA_MAX_CHARACTERS = 8_000;
const TEXT_MAX_CHARACTERS = 2_000;
/** Limit of `sub` and deployment IDs in the standard. */
const ID_MAX_CHARACTERS = 255;

export interface LaunchClaims {
  /** The person's ID on the platform. */
  readonly subject: string;
  readonly name: string;
  readonly email: string;
  readonly deploymentId: string;
  readonly nonce: string;
  readonly roles: readonly string[];
  readonly targetLinkUri: string;
  /** Custom parameter `path`; empty: none. */
  readonly customPath: string;
  /** The platform's course; null: not given. */
  readonly context: LaunchContext | null;
  /** Deep Linking request; null: a normal launch. */
  readonly choosing: Choosing | null;
  /** Where the grades of the link are sent; null: the platform accepts none for it. */
  readonly grades: GradesOfLink | null;
}

interface LaunchContext {
  readonly id: string;
  readonly title: string;
  /** URL of the member list; null: the platform offers none. */
  readonly membersUrl: string | null;
}

/** At least one of the URLs is present. */
interface GradesOfLink {
  readonly linkId: string;
  /** URL of its column; null: this tool searches the container for one, and creates it there if necessary. */
  readonly lineItemUrl: string | null;
  /** URL of the course's container; null: this tool cannot create columns. */
  readonly lineItemsUrl: string | null;
}

/** Content to be chosen for an activity of the platform (Deep Linking). */
export interface Choosing {
  /** https; http only on the platform's own origin. */
  readonly returnUrl: string;
  /** Returned unchanged; null: none. */
  readonly data: string | null;
  readonly acceptsLineItem: boolean;
}

/** Reasons for rejecting a launch. Each has a text on the error page. */
const LAUNCH_PROBLEMS = [
  "unknownPlatform",
  "severalPlatforms",
  "malformed",
  "foreign",
  "denied",
  "noCookie",
  "expired",
  "keys",
  "signature",
  "claims",
  "deployment",
  "anonymous",
  "replayed",
  "closed",
  "notForChoosing",
  "choiceUsed",
] as const;
export type LaunchProblem = (typeof LAUNCH_PROBLEMS)[number];

interface Expected {
  readonly clientId: string;
  readonly deploymentIds: readonly string[];
  readonly nonce: string;
  /** URL of the platform; its origin is the only one that receives answers without https. */
  readonly authorizationUrl: string;
}

const textOf = (value: unknown, maxCharacters = TEXT_MAX_CHARACTERS): string =>
  typeof value === "string" ? value.replaceAll("\0", "").trim().slice(0, maxCharacters).toWellFormed() : "";

/** IDs are never truncated, because the result could be another person's ID. */
const idOf = (value: unknown): string =>
  typeof value === "string" && value.length <= ID_MAX_CHARACTERS && !value.includes("\0") ? value : "";

/** Deployment ID of an otherwise valid message; empty: none. */
export const deploymentOf = (claims: Fields): string => idOf(claims[`${CLAIM}deployment_id`]);

/** @param claims of a token whose signature, `iss`, `aud`, `exp` and `iat` have been checked. */
export function readLaunchClaims(
  claims: Fields,
  { clientId, deploymentIds, nonce, authorizationUrl }: Expected,
): LaunchClaims | LaunchProblem {
  const isForSeveral = Array.isArray(claims.aud) && claims.aud.length > 1;
  if (isForSeveral ? claims.azp !== clientId : claims.azp !== undefined && claims.azp !== clientId) return "claims";
  if (claims.nonce !== nonce || claims[`${CLAIM}version`] !== "1.3.0") return "claims";
  const isChoosing = claims[`${CLAIM}message_type`] === "LtiDeepLinkingRequest";
  if (!isChoosing && claims[`${CLAIM}message_type`] !== "LtiResourceLinkRequest") return "claims";
  const deploymentId = deploymentOf(claims);
  if (!deploymentIds.includes(deploymentId)) return "deployment";
  const subject = idOf(claims.sub);
  if (subject === "") return "anonymous";
  const choosing = isChoosing ? readChoosing(claims, authorizationUrl) : null;
  if (isChoosing && choosing === null) return "malformed";
  const roles: unknown = claims[`${CLAIM}roles`];
  const context = fieldsOf(claims[`${CLAIM}context`]);
  const contextId = idOf(context.id);
  return {
    ...{ subject, deploymentId, nonce },
    name: textOf(claims.name) || `${textOf(claims.given_name)} ${textOf(claims.family_name)}`.trim(),
    email: textOf(claims.email),
    roles: Array.isArray(roles) ? roles.filter((role) => typeof role === "string") : [],
    targetLinkUri: textOf(claims[`${CLAIM}target_link_uri`]),
    customPath: textOf(fieldsOf(claims[`${CLAIM}custom`]).path),
    context:
      contextId === ""
        ? null
        : {
            ...{ id: contextId, title: textOf(context.title) || textOf(context.label) },
            membersUrl: addressOf(fieldsOf(claims[MEMBERS_CLAIM]).context_memberships_url),
          },
    choosing,
    grades: isChoosing ? null : readGrades(claims),
  };
}

/** @returns null: it cannot be answered. */
function readChoosing(claims: Fields, authorizationUrl: string): Choosing | null {
  const settings = fieldsOf(claims[DEEP_LINKING_CLAIM]);
  const { deep_link_return_url: returnUrl, accept_types: types, data, accept_lineitem: lineItem } = settings;
  if (!Array.isArray(types) || !types.includes("ltiResourceLink")) return null;
  if (typeof returnUrl !== "string" || returnUrl.length > TEXT_MAX_CHARACTERS) return null;
  const origin = originOfAddress(returnUrl);
  if (origin === null || !(origin.startsWith("https:") || origin === originOfAddress(authorizationUrl))) return null;
  if (data !== undefined && (typeof data !== "string" || data.length > DATA_MAX_CHARACTERS || data.includes("\0")))
    return null;
  return { returnUrl, data: data ?? null, acceptsLineItem: lineItem !== false };
}

/** URLs that are too long are ignored, since truncation would change them. */
function readGrades(claims: Fields): LaunchClaims["grades"] {
  const { scope, lineitem, lineitems } = fieldsOf(claims[GRADES_CLAIM]);
  const linkId = idOf(fieldsOf(claims[`${CLAIM}resource_link`]).id);
  const can = (requestedScope: string) => Array.isArray(scope) && scope.includes(requestedScope);
  if (!can(SCORE_SCOPE) || linkId === "") return null;
  const lineItemUrl = addressOf(lineitem);
  const lineItemsUrl = can(LINE_ITEM_SCOPE) ? addressOf(lineitems) : null;
  return lineItemUrl === null && lineItemsUrl === null ? null : { linkId, lineItemUrl, lineItemsUrl };
}

const addressOf = (value: unknown): string | null =>
  typeof value === "string" && value.length <= TEXT_MAX_CHARACTERS && isWebAddress(value) ? value : null;
