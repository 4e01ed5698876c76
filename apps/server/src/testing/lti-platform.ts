/**
 * A small learning platform: it publishes its keys over HTTP and sends the messages of LTI 1.3 as browsers bring them.
 *
 * Source: LTI Core 1.3, section 5.3 and its example messages.
 */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { LtiPlatformSettings } from "@parfocal/core/lti/lti-platform.contract.ts";
import { DEFAULT_LTI_ROLE_MAP } from "@parfocal/core/lti/lti-roles.ts";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";

const CLAIM = "https://purl.imsglobal.org/spec/lti/claim";
const MEMBERSHIP = "http://purl.imsglobal.org/vocab/lis/v2/membership";
export const INSTRUCTOR = `${MEMBERSHIP}#Instructor`;
export const LEARNER = `${MEMBERSHIP}#Learner`;

export interface TestLtiPlatform {
  readonly settings: LtiPlatformSettings;
  /** How often its keys were read. */
  keyReads(): number;
  /** Another key signs from now on; the former one is withdrawn. */
  rotate(): Promise<void>;
  /** @param claims change those of a learner's launch; undefined leaves one out. */
  sign(nonce: string, claims?: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

export async function startLtiPlatform(): Promise<TestLtiPlatform> {
  let reads = 0;
  let key = await makeKey(1);
  const server = createServer((_request, response) => {
    reads += 1;
    response.setHeader("content-type", "application/json").end(JSON.stringify({ keys: [key.jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings: LtiPlatformSettings = {
    ...{ name: "Test University", issuer: origin, clientId: "parfocal-1", deploymentIds: ["d1"] },
    ...{ authorizationUrl: `${origin}/auth`, tokenUrl: `${origin}/token`, keysUrl: `${origin}/keys` },
    ...{ pageOrigins: [], roleMap: DEFAULT_LTI_ROLE_MAP },
  };
  return {
    settings,
    keyReads: () => reads,
    async rotate() {
      key = await makeKey(Number(key.jwk.kid) + 1);
    },
    sign: (nonce, claims = {}) =>
      new SignJWT({ ...learnerLaunch(settings, nonce), ...claims })
        .setProtectedHeader({ alg: "RS256", kid: key.jwk.kid ?? "", typ: "JWT" })
        .sign(key.privateKey),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function makeKey(number: number) {
  const { publicKey, privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid: String(number), alg: "RS256", use: "sig" } };
}

function learnerLaunch({ issuer, clientId }: LtiPlatformSettings, nonce: string): JWTPayload {
  const now = Math.floor(Date.now() / 1000);
  return {
    ...{ iss: issuer, aud: clientId, sub: "person-1", iat: now, exp: now + 300, nonce },
    ...{ name: "Ada L.", email: "ada@example.test" },
    [`${CLAIM}/message_type`]: "LtiResourceLinkRequest",
    [`${CLAIM}/version`]: "1.3.0",
    [`${CLAIM}/deployment_id`]: "d1",
    [`${CLAIM}/target_link_uri`]: "http://localhost/s1/",
    [`${CLAIM}/resource_link`]: { id: "link-1", title: "Kidney" },
    [`${CLAIM}/roles`]: [LEARNER],
    [`${CLAIM}/context`]: { id: "course-7", label: "HIST", title: "Histology 2026" },
  };
}

export const claim = (name: string, value: unknown): JWTPayload => ({ [`${CLAIM}/${name}`]: value });
