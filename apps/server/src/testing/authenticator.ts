/**
 * A phone with passkeys, for tests: creates keys (ES256, attestation `none`) and signs with them, with results in the
 * form that browsers send.
 *
 * Source: Web Authentication Level 3, 6.1 (authenticator data), 6.5.4 (attestation object), 7.1, 7.2.
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { CreatedCredential, UsedCredential } from "@parfocal/core/passkey/passkey.contract.ts";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_KEY = 0x40;
const AAGUID = Buffer.alloc(16);

interface Ceremony {
  /** Base64url. */
  readonly challenge: string;
  readonly rpId: string;
  readonly origin: string;
  /** Whether the person is verified; omitted: the person has used a fingerprint. */
  readonly isVerified?: boolean;
}

export class Authenticator {
  readonly credentialId = randomBytes(32).toString("base64url");
  readonly #keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  #uses = 0;

  create(ceremony: Ceremony): CreatedCredential {
    const credentialId = Buffer.from(this.credentialId, "base64url");
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    const key = Buffer.concat([AAGUID, length, credentialId, coseKeyOf(this.#keys.publicKey)]);
    const authData = Buffer.concat([this.#authenticatorData(ceremony, HAS_KEY), key]);
    const attestation = new Map<string, unknown>([
      ["fmt", "none"],
      ["attStmt", new Map()],
      ["authData", new Uint8Array(authData)],
    ]);
    return this.#credential({
      clientDataJSON: clientData("webauthn.create", ceremony).toString("base64url"),
      attestationObject: cbor(attestation).toString("base64url"),
      transports: ["internal"],
    });
  }

  use(ceremony: Ceremony): UsedCredential {
    this.#uses += 1;
    const data = this.#authenticatorData(ceremony, 0);
    const client = clientData("webauthn.get", ceremony);
    const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
    return this.#credential({
      clientDataJSON: client.toString("base64url"),
      authenticatorData: data.toString("base64url"),
      signature: sign("sha256", signed, this.#keys.privateKey).toString("base64url"),
    });
  }

  #credential<Response>(response: Response) {
    return { id: this.credentialId, rawId: this.credentialId, type: "public-key" as const, response };
  }

  #authenticatorData({ rpId, isVerified = true }: Ceremony, flags: number): Buffer {
    const rest = Buffer.alloc(5);
    rest.writeUInt8(USER_PRESENT | flags | (isVerified ? USER_VERIFIED : 0));
    rest.writeUInt32BE(this.#uses, 1);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), rest]);
  }
}

const clientData = (type: string, { challenge, origin }: Ceremony): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

function coseKeyOf(key: KeyObject): Buffer {
  const { x = "", y = "" } = key.export({ format: "jwk" });
  const coordinate = (text: string) => new Uint8Array(Buffer.from(text, "base64url"));
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, coordinate(x)],
      [-3, coordinate(y)],
    ]),
  );
}

const cbor = (value: unknown): Buffer => Buffer.from(isoCBOR.encode(value as Parameters<typeof isoCBOR.encode>[0]));
