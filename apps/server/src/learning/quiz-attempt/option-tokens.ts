/** Tokens of options within one attempt: IDs, which increase in the order of creation, are not sent (threat T-03). */
import { createHmac } from "node:crypto";

/** For an option, or one side of a pair: the tokens of both sides are unrelated. */
export type TokenPurpose = "option" | "left" | "right";

const TOKEN_CHARACTERS = 12;

export function optionToken(seed: string, purpose: TokenPurpose, optionId: number): string {
  return createHmac("sha256", seed).update(`${purpose}:${optionId}`).digest("base64url").slice(0, TOKEN_CHARACTERS);
}

/** @returns the option with this token; undefined: no such option. */
export function optionIdOf(
  seed: string,
  purpose: TokenPurpose,
  token: string,
  optionIds: readonly number[],
): number | undefined {
  return optionIds.find((id) => optionToken(seed, purpose, id) === token);
}
