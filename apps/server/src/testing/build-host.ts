/** A host site with its key, as known to the server, and the tokens that it signs. */
import { generateKeyPairSync, type KeyObject, randomUUID, sign } from "node:crypto";
import { HOST_EVENT_TYPE, SITE_TOKEN_TYPE } from "@parfocal/core/host-sign-in/site-token.ts";
import type { TestSite } from "./build-site.ts";

interface TestHost {
  readonly issuer: string;
  readonly publicKey: { readonly kid: string; readonly x: string };
  /** @param claims replace the correct ones. */
  token(claims?: object, header?: object): string;
  event(events: object, claims?: object, header?: object): string;
}

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString("base64url");

export function signToken(key: KeyObject, header: object, claims: object): string {
  const signed = `${encode(header)}.${encode(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), key).toString("base64url")}`;
}

export async function buildHost(
  site: TestSite,
  {
    givesAdministrators = false,
    keysUrl = "",
  }: { readonly givesAdministrators?: boolean; readonly keysUrl?: string } = {},
): Promise<TestHost> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const issuer = `https://school-${site.id}.example`;
  const audience = `slides-${site.id}`;
  const key = { kid: `key-${site.id}`, x: String(publicKey.export({ format: "jwk" }).x) };
  await site.server.owner
    .updateTable("site")
    .set({
      host_issuer: issuer,
      host_audience: audience,
      host_keys_url: keysUrl,
      host_keys: JSON.stringify(keysUrl === "" ? [key] : []),
      host_administrators: givesAdministrators,
    })
    .where("id", "=", site.id)
    .execute();
  const claimsFor = (lifeS: number) => {
    const now = Math.floor(Date.now() / 1000);
    return {
      ...{ iss: issuer, aud: audience, site: String(site.id), jti: randomUUID() },
      ...{ iat: now, nbf: now, exp: now + lifeS },
    };
  };
  const person = { sub: "7", sid: "host-session-1", name: "Ada Host", email: "ada@host.example", roles: ["student"] };
  return {
    issuer,
    publicKey: key,
    token: (claims = {}, header = {}) =>
      signToken(
        privateKey,
        { alg: "EdDSA", typ: SITE_TOKEN_TYPE, kid: key.kid, ...header },
        { ...claimsFor(300), ...person, ...claims },
      ),
    event: (events, claims = {}, header = {}) =>
      signToken(
        privateKey,
        { alg: "EdDSA", typ: HOST_EVENT_TYPE, kid: key.kid, ...header },
        { ...claimsFor(120), events, ...claims },
      ),
  };
}
