import { describe, expect, it } from "vitest";
import { readHostEventClaims, readSiteTokenClaims, roleOfHostRoles, type SiteTokenProblem } from "./site-token.ts";

const NOW_S = 1_800_000_000;
const HOST = { issuer: "https://school.example/cms/", audience: "slides", siteId: 12, mayAdminister: false };
const RIGHT = {
  ...{ iss: "https://school.example/cms", aud: "slides", site: "12", sub: "7", sid: "a1", jti: "j1" },
  ...{ iat: NOW_S - 10, nbf: NOW_S - 10, exp: NOW_S + 290, name: "Ada", email: "ada@school.example" },
  roles: ["teacher"],
};

it("is accepted if it is from the host, for this site, and not expired", () => {
  expect(readSiteTokenClaims(RIGHT, HOST, NOW_S)).toEqual({
    ...{ sub: "7", sid: "a1", jti: "j1", iat: NOW_S - 10, name: "Ada", email: "ada@school.example" },
    ...{ role: "teacher", isForOneCall: false },
  });
});

const WRONG: readonly [what: string, change: object, problem: SiteTokenProblem][] = [
  ["another issuer", { iss: "https://evil.example" }, "issuer"],
  ["an issuer with the same prefix", { iss: "https://school.example/cms.evil" }, "issuer"],
  ["no issuer", { iss: undefined }, "issuer"],
  ["another audience", { aud: "other" }, "audience"],
  ["a list of audiences", { aud: ["slides", "other"] }, "audience"],
  ["another site", { site: "13" }, "site"],
  ["a site that is a number", { site: 12 }, "site"],
  ["one that has expired", { exp: NOW_S }, "expired"],
  ["one with too long a lifetime", { exp: NOW_S + 891 }, "tooLong"],
  ["one that expires before it was issued", { exp: NOW_S - 20 }, "tooLong"],
  ["one from the future", { iat: NOW_S + 61, exp: NOW_S + 100 }, "notYet"],
  ["one that is not yet valid", { nbf: NOW_S + 61 }, "notYet"],
  ["no expiry", { exp: undefined }, "malformed"],
  ["an expiry in words", { exp: "tomorrow" }, "malformed"],
  ["an endless expiry", { exp: Number.POSITIVE_INFINITY }, "malformed"],
  ["nobody", { sub: "" }, "malformed"],
  ["no session", { sid: undefined }, "malformed"],
  ["no valid token ID", { jti: 5 }, "malformed"],
  ["a token ID that is too long", { jti: "j".repeat(201) }, "malformed"],
];
describe("is rejected:", () => {
  for (const [what, change, problem] of WRONG)
    it(what, () => expect(readSiteTokenClaims({ ...RIGHT, ...change }, HOST, NOW_S)).toBe(problem));
});

it("gives the role with the most rights; an administrator only where the site allows it", () => {
  expect(roleOfHostRoles(["student", "expert"], false)).toBe("expert");
  expect(roleOfHostRoles(["admin"], false)).toBe("teacher");
  expect(roleOfHostRoles(["admin"], true)).toBe("administrator");
  for (const roles of [[], undefined, "admin", ["administrator"], ["__proto__"], [null]])
    expect(roleOfHostRoles(roles, true), String(roles)).toBe("learner");
});

it("an event is valid for at most two minutes", () => {
  const event = { ...RIGHT, exp: NOW_S + 100, events: { "session.ended": { sub: "7", sid: "a1" } } };
  expect(readHostEventClaims(event, HOST, NOW_S)).toMatchObject({
    events: { "session.ended": { sub: "7", sid: "a1" } },
  });
  expect(readHostEventClaims({ ...event, exp: NOW_S + 111 }, HOST, NOW_S)).toBe("tooLong");
  expect(readHostEventClaims({ ...event, events: null }, HOST, NOW_S)).toBe("malformed");
});
