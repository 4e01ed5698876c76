/**
 * A small learning platform: it publishes its keys over HTTP, creates LTI 1.3 messages as sent by browsers, issues
 * access tokens and accepts scores.
 *
 * Source: LTI Core 1.3, section 5.3 and its example messages; Assignment and Grade Services 2.0.
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
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
  /** Number of times its keys were read. */
  keyReads(): number;
  /** Requests received by its services, in order. */
  readonly received: Received[];
  /**
   * Statuses of the next answers of a service; then all requests succeed. Negative: the request is processed, and its
   * answer is lost.
   */
  readonly answers: { readonly token: number[]; readonly scores: number[]; readonly lineItems: number[] };
  /** The columns of its course, at `/lineitems`, in pages of two. */
  readonly lineItems: TestLineItem[];
  /** Other responses, by path. */
  readonly pages: Map<string, (receivedRequest: Received) => TestPage>;
  /** Runs before a service answers. */
  readonly beforeAnswer: ((path: string) => Promise<void>)[];
  /** Replaces the signing key; the former key is withdrawn. */
  rotate(): Promise<void>;
  /** @param claims override those of a learner's launch; undefined omits a claim. */
  sign(nonce: string, claims?: JWTPayload): Promise<string>;
  close(): Promise<void>;
}

interface TestLineItem {
  readonly id: string;
  readonly resourceLinkId?: string;
  readonly resourceId?: string;
  readonly [field: string]: unknown;
}

interface TestPage {
  readonly status?: number;
  readonly headers?: Record<string, string>;
  readonly json: unknown;
}

interface Received {
  /** Including its query. */
  readonly path: string;
  readonly type: string;
  readonly authorization: string;
  readonly method: string;
  readonly accept: string;
  readonly body: string;
}

export const ACCESS_TOKEN = "access-1";
const PAGE_ROWS = 2;

export async function startLtiPlatform(): Promise<TestLtiPlatform> {
  let reads = 0;
  let key = await makeKey(1);
  const received: Received[] = [];
  const beforeAnswer: ((path: string) => Promise<void>)[] = [];
  const answers = { token: [] as number[], scores: [] as number[], lineItems: [] as number[] };
  const lineItems: TestLineItem[] = [];
  const pages: TestLtiPlatform["pages"] = new Map();
  const server = createServer(async (request, response) => {
    response.setHeader("content-type", "application/json");
    const path = request.url ?? "";
    if (path === "/keys") {
      reads += 1;
      return response.end(JSON.stringify({ keys: [key.jwk] }));
    }
    const { "content-type": type = "", authorization = "", accept = "" } = request.headers;
    const { method = "" } = request;
    const body = await textOf(request);
    const receivedRequest = { path, type, authorization, method, accept, body };
    received.push(receivedRequest);
    for (const work of beforeAnswer) await work(path);
    const page = pages.get(new URL(path, settings.issuer).pathname)?.(receivedRequest);
    if (page) return response.writeHead(page.status ?? 200, page.headers).end(JSON.stringify(page.json));
    if (path.startsWith("/lineitems")) {
      const status = answers.lineItems.shift() ?? (method === "POST" ? 201 : 200);
      if (status >= 400) return response.writeHead(status).end();
      if (method !== "POST") return answerItems(response, { path, origin: settings.issuer, lineItems });
      const made = { ...(JSON.parse(body) as object), id: `${settings.issuer}/line/made-${lineItems.length + 1}` };
      lineItems.push(made);
      if (status < 0) return response.destroy();
      return response.writeHead(status).end(JSON.stringify(made));
    }
    const isToken = path === "/token";
    response.statusCode = (isToken ? answers.token : answers.scores).shift() ?? 200;
    const token = { access_token: ACCESS_TOKEN, token_type: "Bearer", expires_in: 3600 };
    return response.end(isToken ? JSON.stringify(token) : "");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const settings: LtiPlatformSettings = {
    ...{ name: "Test University", issuer: origin, clientId: "parfocal-1", deploymentIds: ["d1"] },
    ...{ authorizationUrl: `${origin}/auth`, tokenUrl: `${origin}/token`, keysUrl: `${origin}/keys` },
    ...{ tokenAudience: null, pageOrigins: [], roleMap: DEFAULT_LTI_ROLE_MAP },
  };
  return {
    settings,
    ...{ received, answers, beforeAnswer, lineItems, pages },
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

interface Container {
  readonly path: string;
  readonly origin: string;
  readonly lineItems: readonly TestLineItem[];
}

/** A page of the columns selected by the filter (Assignment and Grade Services 2.0, section 3.2). */
function answerItems(response: ServerResponse, { path, origin, lineItems }: Container) {
  const query = new URL(path, origin).searchParams;
  const linkId = query.get("resource_link_id");
  const page = Number(query.get("page") ?? 0);
  const found = lineItems.filter(({ resourceLinkId }) => linkId === null || resourceLinkId === linkId);
  const end = (page + 1) * PAGE_ROWS;
  query.set("page", String(page + 1));
  if (found.length > end) response.setHeader("link", `<${origin}/lineitems?${query}>; rel="next"`);
  return response.end(JSON.stringify(found.slice(end - PAGE_ROWS, end)));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
  return Buffer.concat(parts).toString();
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

/** A link for which the platform accepts grades at this URL. */
export const gradesClaim = (lineitem: string, linkId = "link-1"): JWTPayload => ({
  ...claim("resource_link", { id: linkId, title: "Kidney" }),
  "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint": {
    scope: ["https://purl.imsglobal.org/spec/lti-ags/scope/score"],
    lineitem,
  },
});

/** A link for which this tool finds or creates its column in the container of the course. */
export const lineItemsClaim = (lineitems: string, linkId = "link-1"): JWTPayload => ({
  ...claim("resource_link", { id: linkId, title: "Kidney" }),
  "https://purl.imsglobal.org/spec/lti-ags/claim/endpoint": {
    scope: ["score", "lineitem"].map((name) => `https://purl.imsglobal.org/spec/lti-ags/scope/${name}`),
    lineitems,
  },
});

/** A request to choose content (Deep Linking 2.0, section 3.3). */
export const choosingClaims = (returnUrl: string, settings: object = {}): JWTPayload => ({
  ...claim("message_type", "LtiDeepLinkingRequest"),
  "https://purl.imsglobal.org/spec/lti-dl/claim/deep_linking_settings": {
    ...{ deep_link_return_url: returnUrl, accept_types: ["link", "ltiResourceLink"] },
    ...{ accept_presentation_document_targets: ["iframe", "window"], ...settings },
  },
});
