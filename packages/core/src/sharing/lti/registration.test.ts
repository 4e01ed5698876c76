import { expect, it } from "vitest";
import { readPlatformConfiguration, readRegistration, registrationRequest } from "./registration.ts";

const AT = "https://moodle.test/mod/lti/openid-configuration.php";
const SAID = {
  ...{ issuer: "https://moodle.test/campus", authorization_endpoint: "https://sso.test/auth" },
  ...{ token_endpoint: "https://moodle.test/token", jwks_uri: "https://moodle.test/certs" },
  registration_endpoint: "https://moodle.test/register",
};
const read = (changed: object, at = AT) => readPlatformConfiguration({ ...SAID, ...changed }, at);

it("a configuration is accepted only at the issuer's own origin", () => {
  expect(read({})).toMatchObject({ issuer: "https://moodle.test/campus", name: "moodle.test", tokenAudience: null });
  expect(read({}, "https://moodle.test:443/x")).toMatchObject({ issuer: "https://moodle.test/campus" });
  for (const at of ["https://evil.moodle.test/x", "https://moodle.test.evil.test/x", "http://moodle.test/x", "x"])
    expect(read({}, at), at).toBe("mismatch");
  for (const issuer of ["https://moodle.test/?a", "http://moodle.test"])
    expect(read({ issuer }), issuer).toBe("mismatch");
});

it("addresses are https, or at the origin that was read", () => {
  expect(read({ token_endpoint: "http://moodle.test/token" })).toBe("mismatch");
  const plain = Object.fromEntries(Object.entries(SAID).map(([name]) => [name, `http://a.test/${name}`]));
  expect(readPlatformConfiguration(plain, "http://a.test/x")).toMatchObject({ issuer: "http://a.test/issuer" });
  expect(readPlatformConfiguration({ ...plain, jwks_uri: "http://b.test/" }, "http://a.test/x")).toBe("mismatch");
  for (const value of [null, [], "x", { ...SAID, jwks_uri: "javascript:alert(1)" }, { ...SAID, token_endpoint: 1 }])
    expect(readPlatformConfiguration(value, AT)).toBe("unreadable");
});

it("scopes of the platform are requested, under the name of the site", () => {
  const score = "https://purl.imsglobal.org/spec/lti-ags/scope/score";
  expect(read({ scopes_supported: ["openid", score] })).toMatchObject({ scopes: [score] });
  expect(read({})).toMatchObject({ scopes: { length: 3 } });
  expect(read({ authorization_server: " https://api.test/token " })).toMatchObject({
    tokenAudience: "https://api.test/token",
  });
  const addresses = { toolUrl: "https://a.test/s1/", loginUrl: "l", launchUrl: "r", keysUrl: "k" };
  const request = registrationRequest({ name: "Histology", addresses, scopes: [score] });
  expect(request).toMatchObject({ client_name: "Histology", scope: score, redirect_uris: ["r"] });
  expect(request["https://purl.imsglobal.org/spec/lti-tool-configuration"].domain).toBe("a.test");
});

it("an answer contains the client ID, and optionally the deployment ID", () => {
  const tool = (deployment: unknown) => ({
    "https://purl.imsglobal.org/spec/lti-tool-configuration": { deployment_id: deployment },
  });
  expect(readRegistration({ client_id: "7", ...tool("d1") })).toEqual({ clientId: "7", deploymentId: "d1" });
  for (const other of [tool(1), tool("x".repeat(256)), {}])
    expect(readRegistration({ client_id: "7", ...other })).toEqual({ clientId: "7", deploymentId: null });
  for (const client of [undefined, "", 7, "x".repeat(256)]) expect(readRegistration({ client_id: client })).toBeNull();
});
