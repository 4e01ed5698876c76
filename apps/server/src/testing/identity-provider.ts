/**
 * A real OpenID Connect provider on a free port, with people defined by the test, and a browser that signs in there.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface TestIdentityProvider {
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The provider's claims about a person, by their login there. */
  readonly people: Map<string, Readonly<Record<string, unknown>>>;
  close(): Promise<void>;
}

const CLIENT_ID = "parfocal";
const CLIENT_SECRET = "a-secret-of-the-test-alone";

/** @param redirectUri to which it can redirect browsers. */
export async function startIdentityProvider(redirectUri: string): Promise<TestIdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people: TestIdentityProvider["people"] = new Map();
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [redirectUri], ...POSTED_SECRET }],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "groups"] },
    cookies: { keys: ["a-key-of-the-test-alone"] },
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_context, sub) => {
      const claims = people.get(sub);
      return claims && { accountId: sub, claims: () => ({ sub, ...claims }) };
    },
  });
  server.on("request", provider.callback());
  return {
    issuer: new URL(issuer),
    clientId: CLIENT_ID,
    clientSecret: CLIENT_SECRET,
    people,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const POSTED_SECRET = { token_endpoint_auth_method: "client_secret_post" } as const;
const MAX_STEPS = 12;

/**
 * Opens the provider's page, signs in as a person and consents, like a browser.
 *
 * @param address URL at the provider. @param login null: the person stops at the first form.
 * @returns the URL to which the provider finally redirects the browser.
 */
export async function signInAtProvider(address: string, login: string | null): Promise<URL> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(address);
  let next: { url: URL; form?: URLSearchParams } = { url: new URL(address) };
  for (let step = 0; step < MAX_STEPS; step++) {
    const response = await fetch(next.url, {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(next.form ? { method: "POST", body: next.form } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get("location");
    const page = await response.text();
    next = location ? { url: new URL(location, next.url) } : answerForm(next.url, page, login);
    if (next.url.origin !== origin) return next.url;
  }
  throw new Error("The provider leads on and on.");
}

function answerForm(url: URL, page: string, login: string | null): { url: URL; form?: URLSearchParams } {
  const stop = /href="([^"]*\/abort)"/.exec(page)?.[1];
  if (login === null && stop !== undefined) return { url: new URL(stop, url) };
  const action = /<form[^>]*action="([^"]+)"/.exec(page)?.[1];
  const prompt = /name="prompt" value="([^"]+)"/.exec(page)?.[1];
  if (action === undefined || prompt === undefined) throw new Error(`No form at the provider: ${page.slice(0, 400)}`);
  return { url: new URL(action, url), form: new URLSearchParams({ prompt, login: login ?? "", password: "any" }) };
}
