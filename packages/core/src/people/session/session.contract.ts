import { z } from "zod";
import type { Call } from "../../call.contract.ts";
import { id } from "../../platform/ids.ts";
import { CAPABILITIES, type Capability, ROLES } from "../access/capabilities.ts";
import { newMembership } from "../work-group/work-group.contract.ts";
import { ACCOUNT_LANGUAGES, COLOUR_SCHEMES } from "./preferences.ts";

/** Longest login and password that are looked at; anything longer is refused before it costs time. */
export const LOGIN_MAX_CHARACTERS = 254;
export const PASSWORD_MAX_CHARACTERS = 256;
/** Of an app, or a recovery code with its hyphens. */
export const SECOND_FACTOR_CODE_MAX_CHARACTERS = 40;

export const sessionUser = z.object({
  id,
  displayName: z.string(),
  email: z.string(),
  role: z.enum(ROLES),
  /** In the address of the picture (`getUserPicture`); left out: none. */
  pictureKey: z.string().optional(),
  /** Of the interface and of mails; null: as the browser has it. */
  language: z.enum(ACCOUNT_LANGUAGES).nullable().optional(),
  colourScheme: z.enum(COLOUR_SCHEMES).nullable().optional(),
  /** The site requires a second factor of the role, and the user has none: content and people cannot be managed until then. */
  mustEnrol: z.boolean().optional(),
  capabilities: z.array(z.enum(Object.keys(CAPABILITIES) as [Capability, ...Capability[]])),
});
export type SessionUser = z.output<typeof sessionUser>;

export const siteLogo = z.object({
  /** In its address (`getSiteLogo`); another for each image. */
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
  /** Of the interface and of mails. */
  languages: z.array(z.enum(ACCOUNT_LANGUAGES)).optional(),
  /** In the header and on the sign-in page; null: none. */
  logo: siteLogo.nullable().optional(),
  /** Whether guests see content that is not assigned to a user group. */
  isContentPublic: z.boolean(),
  /** Where page views are sent once a visitor agrees; empty: tracking is not offered. */
  trackingUrl: z.string().optional(),
  /** In the foot of each page; empty: none. `support` is an email address or a web address. */
  links: z.object({ support: z.string(), imprint: z.string(), privacy: z.string() }),
});

/** Work groups that others added the caller to, until the caller stays or leaves: the newest five. */
const newMemberships = z.array(newMembership);

/** Opens a session: a cookie for pages of the same origin, and a token for everything else. */
export const openSession = {
  method: "POST",
  path: "/session",
  summary: "Sign in",
  policy: "anyone",
  body: z.strictObject({
    login: z.string().trim().min(1).max(LOGIN_MAX_CHARACTERS),
    password: z.string().min(1).max(PASSWORD_MAX_CHARACTERS),
    /** For as long as the site allows; without effect for administrators. */
    staySignedIn: z.boolean().optional(),
    /** Of an authenticator app, or a recovery code; asked for with 401 and `secondFactorNeeded`. */
    code: z.string().max(SECOND_FACTOR_CODE_MAX_CHARACTERS).optional(),
  }),
  answer: z.object({
    user: sessionUser,
    site,
    /** To be sent back as header `x-nonce` with each call that changes something, when the cookie names the session. */
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
     * Of a session that a host's token names: put before the path of a file (`/~…/tiles/…`), it stands for the token, which an
     * element of a page cannot send; null: none is needed.
     */
    filePass: z.string().nullable().optional(),
    /** Name of the institution at whose sign-in page people of this site can sign in; null: there is none. */
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
