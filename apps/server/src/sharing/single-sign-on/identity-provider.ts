/**
 * The institution's sign-in page: an OpenID Connect provider. The only module that implements the protocol.
 *
 * Sources: OpenID Connect Core 1.0, section 3.1; RFC 7636 (PKCE); RFC 9207 (issuer in the response).
 */
import * as oidc from "openid-client";
import type { SingleSignOnSettings } from "#platform/access/single-sign-on-settings.ts";

const TIMEOUT_S = 10;
/** The provider's configuration is read again after this time: keys and URLs can change. */
const CONFIGURATION_MAX_AGE_MS = 60 * 60 * 1000;
const CLAIM_VALUES_MAX = 500;

/** Claims of the provider about a person. */
export interface Identity {
  readonly issuer: string;
  /** The person's ID at the issuer: it never changes and is never reassigned. */
  readonly subject: string;
  /** null: unknown. */
  readonly email: string | null;
  /** Whether the provider has verified the address. */
  readonly isEmailVerified: boolean;
  readonly name: string | null;
  /** Values of a claim; empty: none. */
  valuesOf(claim: string): readonly string[];
}

export interface IdentityProvider {
  /**
   * @returns the URL to redirect the browser to, and the input of `finish`. @throws if the provider cannot be reached.
   */
  start(redirectUri: string): Promise<{ address: string; state: string; nonce: string; verifier: string }>;
  /**
   * @param answer the URL to which the provider redirected the browser.
   * @throws Error if the URL does not match the started sign-in, or cannot be redeemed; `DeniedError` if the sign-in
   * was denied.
   */
  finish(answer: URL, pending: { state: string; nonce: string; verifier: string }): Promise<Identity>;
}

/** The person cancelled, or the provider rejected the sign-in. */
export class DeniedError extends Error {}

/** @param settings its URLs are read from the provider at the first use. */
export function createIdentityProvider(settings: SingleSignOnSettings): IdentityProvider {
  let known: { readonly configuration: Promise<oidc.Configuration>; readonly readAt: number } | null = null;

  function configure(): Promise<oidc.Configuration> {
    const now = Date.now();
    if (known && now - known.readAt < CONFIGURATION_MAX_AGE_MS) return known.configuration;
    const isPlain = settings.issuer.protocol === "http:";
    const configuration = oidc.discovery(
      settings.issuer,
      settings.clientId,
      undefined,
      settings.clientSecret === null ? oidc.None() : oidc.ClientSecretPost(settings.clientSecret),
      { timeout: TIMEOUT_S, ...(isPlain ? { execute: [oidc.allowInsecureRequests] } : {}) },
    );
    const current = { configuration, readAt: now };
    known = current;
    // After a failure, the next sign-in reads it again.
    configuration.catch(() => {
      if (known === current) known = null;
    });
    return configuration;
  }

  return {
    async start(redirectUri) {
      const configuration = await configure();
      const verifier = oidc.randomPKCECodeVerifier();
      const state = oidc.randomState();
      const nonce = oidc.randomNonce();
      const address = oidc.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: settings.scope,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
        state,
        nonce,
      });
      return { address: address.href, state, nonce, verifier };
    },

    async finish(answer, { state, nonce, verifier }) {
      const configuration = await configure();
      const tokens = await redeem(configuration, answer, { state, nonce, verifier });
      const claims = tokens.claims();
      if (!claims) throw new Error("The provider has sent no ID token.");
      // Many providers return email, name and groups only in this call.
      const isMoreOffered = configuration.serverMetadata().userinfo_endpoint !== undefined;
      const more = isMoreOffered ? await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub) : {};
      return identityOf({ ...claims, ...more, iss: claims.iss, sub: claims.sub });
    },
  };
}

async function redeem(
  configuration: oidc.Configuration,
  answer: URL,
  { state, nonce, verifier }: { state: string; nonce: string; verifier: string },
) {
  try {
    return await oidc.authorizationCodeGrant(configuration, answer, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
  } catch (error) {
    if (error instanceof oidc.AuthorizationResponseError) throw new DeniedError(error.error, { cause: error });
    throw error;
  }
}

function identityOf(
  claims: Readonly<Record<string, unknown>> & { readonly iss: string; readonly sub: string },
): Identity {
  const textOf = (name: string): string | null => {
    const value = claims[name];
    const text = typeof value === "string" ? value.toWellFormed().replaceAll("\0", "").trim() : "";
    return text === "" ? null : text;
  };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: textOf("email"),
    // Some providers send it as a string.
    isEmailVerified: claims.email_verified === true || claims.email_verified === "true",
    name: textOf("name") ?? textOf("preferred_username"),
    valuesOf(claim) {
      const value = claims[claim];
      const values: readonly unknown[] = Array.isArray(value) ? value.slice(0, CLAIM_VALUES_MAX) : [value];
      return values.filter((one) => typeof one === "string");
    },
  };
}
