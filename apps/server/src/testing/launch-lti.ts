/** Launches a person from a learning platform into a site, like their browser. */
import type { JWTPayload } from "jose";
import type { TestLtiPlatform } from "./lti-platform.ts";
import type { SharedTestServer } from "./test-server.ts";

interface Launched {
  readonly siteId: number;
  readonly platform: TestLtiPlatform;
  readonly claims: JWTPayload;
}

/** @returns the session's token, and the URL that opens. */
export async function launchLti({ app }: SharedTestServer, { siteId, platform, claims }: Launched) {
  const query = { iss: platform.settings.issuer, login_hint: "42", target_link_uri: `http://localhost/s${siteId}/` };
  const start = await app.inject({ url: `/api/v2/lti/site/${siteId}/login`, query });
  const { state = "", nonce = "" } = Object.fromEntries(new URL(start.headers.location as string).searchParams);
  const answer = await app.inject({
    method: "POST",
    url: `/api/v2/lti/site/${siteId}/launch`,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      accept: "text/html",
      "sec-fetch-dest": "document",
      cookie: start.cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    },
    payload: new URLSearchParams({ state, id_token: await platform.sign(nonce, claims) }).toString(),
  });
  const token = answer.cookies.find(({ name, value }) => name === "sid" && value !== "")?.value ?? "";
  return { token, status: answer.statusCode, body: answer.body, address: String(answer.headers.location ?? "") };
}
