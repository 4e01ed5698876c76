import { expect, it } from "vitest";
import { consentCookie, readConsent } from "./consent-cookie.ts";

const pairOf = (cookie: string) => cookie.split(";")[0] ?? "";

it("consent is stored for 90 days", () => {
  expect(readConsent("sid=1", 3)).toEqual({ isAccepted: false, isTrackingAllowed: null });
  const cookie = consentCookie("sid=1", 3, null);
  expect(cookie).toBe("parfocal-consent=technical; Max-Age=7776000; Path=/; SameSite=Lax");
  expect(readConsent(`sid=1; ${pairOf(cookie)}`, 3)).toEqual({ isAccepted: true, isTrackingAllowed: null });
});

it("the tracking choice is separate for each site, and can be withdrawn", () => {
  const agreed = pairOf(consentCookie("", 3, true));
  expect(readConsent(agreed, 3).isTrackingAllowed).toBe(true);
  expect(readConsent(agreed, 33)).toEqual({ isAccepted: true, isTrackingAllowed: null });
  const both = pairOf(consentCookie(agreed, 8, false));
  expect([readConsent(both, 3).isTrackingAllowed, readConsent(both, 8).isTrackingAllowed]).toEqual([true, false]);
  const withdrawn = pairOf(consentCookie(both, 3, false));
  expect(withdrawn).toBe("parfocal-consent=technical.8-.3-");
});

it("the choices of the last 20 sites are stored; a cookie of another format is ignored", () => {
  let cookies = "";
  for (let site = 1; site <= 21; site += 1) cookies = pairOf(consentCookie(cookies, site, true));
  expect(readConsent(cookies, 1).isTrackingAllowed).toBeNull();
  expect(readConsent(cookies, 2).isTrackingAllowed).toBe(true);
  expect(readConsent("parfocal-consent=yes.3+", 3)).toEqual({ isAccepted: false, isTrackingAllowed: null });
});
