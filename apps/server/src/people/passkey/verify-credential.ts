/** Verifies signatures of devices. The library is loaded at the first use of a passkey. */
import type { CreatedCredential, UsedCredential } from "@parfocal/core/passkey/passkey.contract.ts";

/** ES256, EdDSA, RS256 (COSE numbers) in order of preference: the algorithms of phones, security keys and Windows. */
export const ALGORITHMS: readonly number[] = [-7, -8, -257];

interface Expected {
  /** Base64url. */
  readonly challenge: string;
  readonly origin: string;
}

/** The relying party's ID of pages at an origin. */
export const relyingPartyOf = (origin: string): string => new URL(origin).hostname;

const expectations = ({ challenge, origin }: Expected) => ({
  expectedChallenge: challenge,
  // In the format that browsers use: without a default port.
  expectedOrigin: new URL(origin).origin,
  expectedRPID: relyingPartyOf(origin),
  // The device has verified a fingerprint, a face or a PIN: together with the device itself, two factors.
  requireUserVerification: true,
});

interface NewKey {
  readonly credentialId: Buffer;
  /** In COSE format. */
  readonly publicKey: Buffer;
  readonly useCount: number;
}

/** @returns null: created for another origin or for another challenge. */
export async function verifyCreated(
  { id, rawId, type, response }: CreatedCredential,
  expected: Expected,
): Promise<NewKey | null> {
  const { verifyRegistrationResponse } = await import("@simplewebauthn/server");
  const { clientDataJSON, attestationObject } = response;
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { id, rawId, type, response: { clientDataJSON, attestationObject }, clientExtensionResults: {} },
      supportedAlgorithmIDs: [...ALGORITHMS],
      ...expectations(expected),
    });
    if (!registrationInfo) return null;
    const { credential } = registrationInfo;
    return {
      credentialId: Buffer.from(credential.id, "base64url"),
      publicKey: Buffer.from(credential.publicKey),
      useCount: credential.counter,
    };
  } catch {
    // The library throws for all input that it cannot read or does not accept.
    return null;
  }
}

/** @returns the device's new signature counter; null: the signature is not by this key, or for another challenge. */
export async function verifyUsed(
  { id, rawId, type, response }: UsedCredential,
  expected: Expected,
  key: { readonly publicKey: Buffer; readonly useCount: number },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await import("@simplewebauthn/server");
  const { clientDataJSON, authenticatorData, signature } = response;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      credential: { id, publicKey: new Uint8Array(key.publicKey), counter: key.useCount },
      ...expectations(expected),
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
