/** A host site for the test's site: its page shows Parfocal with its reader signed in, by tokens that it signs. */
import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import type { BrowserContext } from "@playwright/test";
import { SITE_TOKEN_TYPE } from "../../packages/core/src/sharing/host-sign-in/site-token.ts";
import { withOwnerDatabase } from "./owner-database.ts";
import { sharedServer } from "./shared-server.ts";
import { siteId } from "./sites.ts";

const TOKEN_LIFE_S = 300;

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString("base64url");

export interface HostSite {
  /** URL of its page. */
  readonly address: string;
  /** Whether its reader is signed in there; initially true. */
  isSignedIn: boolean;
}

/** @param content path within Parfocal that the page shows. */
export async function openHostSite(context: BrowserContext, content: string): Promise<HostSite> {
  const id = siteId();
  const { url, dataFolder } = sharedServer();
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const issuer = `https://school-${id}.example`;
  const key = { kid: `key-${id}`, x: String(publicKey.export({ format: "jwk" }).x) };
  await withOwnerDatabase(dataFolder, (client) =>
    client.query("UPDATE site SET host_issuer = $2, host_audience = 'journey', host_keys = $3 WHERE id = $1", [
      ...[id, issuer, JSON.stringify([key])],
    ]),
  );
  const tokenNow = () => {
    const now = Math.floor(Date.now() / 1000);
    const times = { iat: now, nbf: now, exp: now + TOKEN_LIFE_S };
    const person = { sub: "7", sid: "host-session", name: "Ada Host", roles: ["student"] };
    const header = { alg: "EdDSA", typ: SITE_TOKEN_TYPE, kid: key.kid };
    const claims = { iss: issuer, aud: "journey", site: String(id), jti: randomUUID(), ...times, ...person };
    const signed = `${encode(header)}.${encode(claims)}`;
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;
  };
  const host: HostSite = { address: `${issuer}/course`, isSignedIn: true };
  const page = `<!doctype html><title>School</title><style>parfocal-slide{height:95vh}</style>
    <script type="module" src="${url}/parfocal-slide.js"></script>
    <parfocal-slide src="${url}${content}" label="Course" sign-in></parfocal-slide>
    <script type="module">
      document.querySelector("parfocal-slide").tokenProvider = async () => (await fetch("/token", { method: "POST" })).text();
    </script>`;
  await context.route(`${issuer}/**`, (route) =>
    new URL(route.request().url()).pathname === "/token"
      ? route.fulfill({ contentType: "text/plain", body: host.isSignedIn ? tokenNow() : "" })
      : route.fulfill({ contentType: "text/html", body: page }),
  );
  return host;
}
