/**
 * Passwords: argon2id behind a small queue, since each hash occupies a thread for tens of milliseconds that tiles need
 * too.
 *
 * Source: OWASP Password Storage Cheat Sheet (argon2id, 19 MiB, 2 passes, 1 lane); rule D-12 (two at a time).
 */
import { hash, verify } from "@node-rs/argon2";
import { createLimiter } from "../limiter.ts";

const ARGON2_OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const AT_ONCE = 2;
const MAX_WAITING = 2_000;

const limiter = createLimiter(AT_ONCE, MAX_WAITING);

/** Stored instead of a hash: no password matches until one is set. */
export const NO_PASSWORD = "none";

export function hashPassword(password: string): Promise<string> {
  return limiter.run(() => hash(password.normalize("NFKC"), ARGON2_OPTIONS));
}

/** Checked if the account does not exist, so that both cases take the same time; matches no password. */
let dummyHash: Promise<string> | undefined;

const ARGON2_HASH = /^\$argon2/;

/**
 * @param passwordHash null if the account does not exist; a value that is not an argon2 hash: the account has no
 * password.
 */
export async function isPasswordRight(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash === null || !ARGON2_HASH.test(passwordHash)) {
    await limiter.run(async () => {
      dummyHash ??= hash("nobody", ARGON2_OPTIONS);
      return verify(await dummyHash, password.normalize("NFKC"));
    });
    return false;
  }
  return limiter.run(() => verify(passwordHash, password.normalize("NFKC")));
}
