import { describe, expect, it } from "vitest";
import { readSingleSignOn } from "./single-sign-on-settings.ts";

const SET = { PARFOCAL_OIDC_ISSUER: "https://login.example.edu/realms/med", PARFOCAL_OIDC_CLIENT_ID: "parfocal" };

describe("the settings of single sign-on", () => {
  it("are absent without an issuer", () => {
    expect(readSingleSignOn({})).toBeNull();
  });

  it("have defaults, and tables with distinguished names", () => {
    const roles = "cn=staff,ou=med=teacher; admins=administrator ;";
    const settings = readSingleSignOn({ ...SET, PARFOCAL_OIDC_ROLES: roles });
    expect(settings).toMatchObject({ siteId: 1, name: "login.example.edu", clientSecret: null, roleClaim: "groups" });
    expect([...(settings?.roles ?? [])]).toEqual([
      ["cn=staff,ou=med", "teacher"],
      ["admins", "administrator"],
    ]);
  });

  it.each([
    [{ PARFOCAL_OIDC_ISSUER: "http://login.example.edu" }, "PARFOCAL_OIDC_ISSUER"],
    [{ PARFOCAL_OIDC_ISSUER: "login" }, "PARFOCAL_OIDC_ISSUER"],
    [{ PARFOCAL_OIDC_CLIENT_ID: "" }, "PARFOCAL_OIDC_CLIENT_ID"],
    [{ PARFOCAL_OIDC_SITE: "x" }, "PARFOCAL_OIDC_SITE"],
    [{ PARFOCAL_OIDC_ROLES: "staff=dean" }, 'names "dean"'],
    [{ PARFOCAL_OIDC_GROUPS: "staff" }, 'contains "staff"'],
  ])("%o is rejected with a message", (change, expected) => {
    expect(() => readSingleSignOn({ ...SET, ...change })).toThrow(expected);
  });
});
