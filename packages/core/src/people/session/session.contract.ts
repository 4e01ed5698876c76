import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { CAPABILITIES, type Capability, ROLES } from "../access/capabilities.ts";
import { newMembership } from "../work-group/work-group.contract.ts";
import { ACCOUNT_LANGUAGES, COLOUR_SCHEMES } from "./preferences.ts";

/** Maximum length of login and password; longer ones are rejected before hashing. */
export const LOGIN_MAX_CHARACTERS = 254;
export const PASSWORD_MAX_CHARACTERS = 256;
/** A code of an app, or a recovery code with its hyphens. */
export const SECOND_FACTOR_CODE_MAX_CHARACTERS = 40;

export const sessionUser = z.object({
  id,
  displayName: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** Part of the URL of the picture (`getUserPicture`); omitted: none. */
  pictureKey: z.string().optional(),
  /** Language of the interface and mails; null: the browser's. */
  language: z.enum(ACCOUNT_LANGUAGES).nullable().optional(),
  colourScheme: z.enum(COLOUR_SCHEMES).nullable().optional(),
  /**
   * The site requires a second factor for the role, and the user has none; content and people cannot be managed until
   * then.
   */
  mustEnrol: z.boolean().optional(),
  capabilities: z.array(z.enum(Object.keys(CAPABILITIES) as [Capability, ...Capability[]])),
});
export type SessionUser = z.output<typeof sessionUser>;

export const siteLogo = z.object({
  /** Part of the URL (`getSiteLogo`); unique for each image. */
  key: z.string(),
  widthPx: z.int().positive(),
  heightPx: z.int().positive(),
});
export type SiteLogo = z.output<typeof siteLogo>;

const site = z.object({
  id,
  title: z.string(),
  /** Whether people can create their own account. */
  isRegistrationOpen: z.boolean().optional(),
  /** Whether "Stay signed in" is offered. */
  canStaySignedIn: z.boolean().optional(),
  /** Languages of the interface and mails. */
  languages: z.array(z.enum(ACCOUNT_LANGUAGES)).optional(),
  /** Shown in the header and on the sign-in page; null: none. */
  logo: siteLogo.nullable().optional(),
  /** Whether guests see content that is not assigned to a user group. */
  isContentPublic: z.boolean(),
  /** URL that page views are sent to after a visitor agrees; empty: no tracking. */
  trackingUrl: z.string().optional(),
  /** Shown in the footer of each page; empty: none. `support` is an email address or a URL. */
  links: z.object({ support: z.string(), imprint: z.string(), privacy: z.string() }),
});

/** The five newest work groups that others added the caller to, until the caller stays or leaves. */
const newMemberships = z.array(newMembership);

/** Opens a session: a cookie for pages of the same origin, and a token for other clients. */
export const openSession = {
  method: "POST",
  path: "/session",
  summary: "Sign in",
  policy: "anyone",
  body: z.strictObject({
    login: z.string().trim().min(1).max(LOGIN_MAX_CHARACTERS),
    password: z.string().min(1).max(PASSWORD_MAX_CHARACTERS),
    /** For the period that the site allows; ignored for administrators. */
    staySignedIn: z.boolean().optional(),
    /** Code of an authenticator app, or a recovery code; requested with 401 and `secondFactorNeeded`. */
    code: z.string().max(SECOND_FACTOR_CODE_MAX_CHARACTERS).optional(),
  }),
  answer: z.object({
    user: sessionUser,
    site,
    /** To be sent as header `x-nonce` with each changing call when the session is identified by the cookie. */
    nonce: z.string(),
    /** Usable instead of the cookie, as header `x-site-token`. */
    token: z.string(),
    newMemberships,
  }),
} as const satisfies Call;

export const getSession = {
  method: "GET",
  path: "/session",
  summary: "Get the current session",
  policy: "anyone",
  answer: z.object({
    user: sessionUser.nullable(),
    site,
    nonce: z.string().nullable(),
    newMemberships,
    /**
     * For a session that is identified by a host's token: as a prefix of file paths (`/~…/tiles/…`) it replaces the
     * token, which elements of a page cannot send. Null: not needed.
     */
    filePass: z.string().nullable().optional(),
    /** Name of the institution for single sign-on; null: not configured. */
    singleSignOn: z.string().nullable(),
  }),
} as const satisfies Call;

export const closeSession = {
  method: "DELETE",
  path: "/session",
  summary: "Sign out",
  policy: "anyone",
  answer: z.void(),
} as const satisfies Call;
