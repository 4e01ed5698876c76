/**
 * A visitor's consent, in a cookie of this browser: technical cookies for the whole installation, tracking for each
 * site that asks for it (`technical.3+.8-`: allowed at site 3, rejected at site 8).
 *
 * Source: spec part 2, sections 3 and 4 (technical, required, and tracking), section 9 (90 days).
 */

/** 90 days. */
const CONSENT_COOKIE_LIFETIME_MS = 7_776_000_000;
/** Maximum number of sites stored; the oldest are removed. */
const SITES_MAX = 20;
const NAME = "parfocal-consent";
const TECHNICAL = "technical";
const MS_PER_S = 1000;

export interface Consent {
  /** Whether technical cookies were accepted. */
  readonly isAccepted: boolean;
  /** Null: the visitor was not asked at this site. */
  readonly isTrackingAllowed: boolean | null;
}

/** @param cookies in the format of `document.cookie`. */
function readParts(cookies: string): readonly string[] {
  const cookie = cookies.split("; ").find((one) => one.startsWith(`${NAME}=`));
  const parts = cookie?.slice(NAME.length + 1).split(".") ?? [];
  return parts[0] === TECHNICAL ? parts : [];
}

export function readConsent(cookies: string, siteId: number): Consent {
  const parts = readParts(cookies);
  const isTrackingAllowed = parts.includes(`${siteId}+`) ? true : parts.includes(`${siteId}-`) ? false : null;
  return { isAccepted: parts.length > 0, isTrackingAllowed };
}

/** @param isTrackingAllowed null: tracking is not offered; an earlier choice is kept. */
export function consentCookie(cookies: string, siteId: number, isTrackingAllowed: boolean | null): string {
  const before = readParts(cookies).slice(1);
  const answers =
    isTrackingAllowed === null
      ? before
      : [...before.filter((one) => !/^\d+[+-]$/.test(one) || Number.parseInt(one, 10) !== siteId), answerOf()];
  const value = [TECHNICAL, ...answers.slice(-SITES_MAX)].join(".");
  return `${NAME}=${value}; Max-Age=${CONSENT_COOKIE_LIFETIME_MS / MS_PER_S}; Path=/; SameSite=Lax`;

  function answerOf(): string {
    return `${siteId}${isTrackingAllowed ? "+" : "-"}`;
  }
}
