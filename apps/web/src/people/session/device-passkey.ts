/** Passkey dialogs of the browser. Browsers without `parse…FromJSON` are treated as if they had no passkeys. */
import type { AnswerOf } from "@parfocal/core/call.contract.ts";
import type {
  beginPasskey,
  beginPasskeySignIn,
  CreatedCredential,
  UsedCredential,
} from "@parfocal/core/passkey/passkey.contract.ts";

/** Only on pages over https, or from localhost. */
export const canUsePasskeys = (): boolean =>
  typeof window.PublicKeyCredential?.parseRequestOptionsFromJSON === "function";

/** Why there is no credential. `known`: the device already has one for this account. */
type PasskeyFailure = "cancelled" | "known";

/** The user cancelled, the time is over, or the device has no matching passkey: browsers do not report which. */
export class NoPasskey extends Error {
  readonly failure: PasskeyFailure;
  constructor(failure: PasskeyFailure) {
    super(`no passkey: ${failure}`);
    this.failure = failure;
  }
}

/** @throws NoPasskey */
export async function createOnDevice(options: AnswerOf<typeof beginPasskey>): Promise<CreatedCredential> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  return jsonOf(() => navigator.credentials.create({ publicKey }));
}

/** @throws NoPasskey */
export async function signOnDevice(options: AnswerOf<typeof beginPasskeySignIn>): Promise<UsedCredential> {
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return jsonOf(() => navigator.credentials.get({ publicKey }));
}

async function jsonOf<Json>(ask: () => Promise<Credential | null>): Promise<Json> {
  try {
    const credential = await ask();
    if (credential) return (credential as PublicKeyCredential).toJSON() as Json;
  } catch (error) {
    const isKnown = error instanceof DOMException && error.name === "InvalidStateError";
    throw new NoPasskey(isKnown ? "known" : "cancelled");
  }
  throw new NoPasskey("cancelled");
}
