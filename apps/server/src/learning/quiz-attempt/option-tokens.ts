/** Names of options within one attempt: ids, which grow in the order of writing, stay on the server (threat T-03). */
import { createHmac } from "node:crypto";

/** An option, or one side of a pair: the two sides of a pair have nothing in common. */
export type TokenPurpose = "option" | "left" | "right";

const TOKEN_CHARACTERS = 12;

export function optionToken(seed: string, purpose: TokenPurpose, optionId: number): string {
  return createHmac("sha256", seed).update(`${purpose}:${optionId}`).digest("base64url").slice(0, TOKEN_CHARACTERS);
}

/** @returns the option with this token; undefined: none of these. */
export function optionIdOf(
  seed: string,
  purpose: TokenPurpose,
  token: string,
  optionIds: readonly number[],
): number | undefined {
  return optionIds.find((id) => optionToken(seed, purpose, id) === token);
}
