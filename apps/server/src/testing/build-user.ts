import { randomUUID } from "node:crypto";
import type { Role } from "@parfocal/core/access/capabilities.ts";
import { hashPassword } from "#platform/access/password.ts";
import { withSite } from "#platform/db/database.ts";
import { nonceOf } from "#platform/http/origin.ts";
import { createToken, hashToken } from "#platform/http/site-and-session.ts";
import { insertSession } from "#session/session.queries.ts";
import { insertUser } from "#user/user.queries.ts";
import type { TestSite } from "./build-site.ts";

export interface TestUser {
  readonly id: number;
  readonly siteId: number;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  /** Token of an open session. */
  readonly token: string;
  /** Nonce of the same session. */
  readonly nonce: string;
}

interface UserOptions {
  readonly role?: Role;
  readonly displayName?: string;
  /** Only for tests that sign in: hashing is slow. */
  readonly password?: string;
  readonly isSuspended?: boolean;
  readonly expiresAt?: Date;
}

/** No password matches this hash. */
const UNUSABLE_HASH = "none";

/** With an open session, created without a password. */
export async function buildUser(
  site: TestSite,
  { role = "learner", displayName, password, isSuspended, expiresAt }: UserOptions = {},
): Promise<TestUser> {
  const { database, nonceKey } = site.server.platform;
  const email = `${role}-${randomUUID().slice(0, 8)}@example.test`;
  const name = displayName ?? `Some ${role}`;
  const passwordHash = password === undefined ? UNUSABLE_HASH : await hashPassword(password);
  const id = await withSite(database, site.id, (db) =>
    insertUser(db, site.id, { email, displayName: name, role, passwordHash }),
  );
  if (isSuspended || expiresAt) {
    await withSite(database, site.id, (db) =>
      db
        .updateTable("site_user")
        .set({ is_suspended: isSuspended ?? false, expires_at: expiresAt ?? null })
        .where("site_id", "=", site.id)
        .where("id", "=", id)
        .execute(),
    );
  }
  const token = await openTestSession(site, id);
  const nonce = nonceOf(token, nonceKey, Date.now());
  return { id, siteId: site.id, email, displayName: name, role, token, nonce };
}

/** Opens another session of the same user. @returns its token. */
export async function openTestSession(site: TestSite, userId: number): Promise<string> {
  const token = createToken(site.id);
  await withSite(site.server.platform.database, site.id, (db) =>
    insertSession(db, site.id, { userId, tokenSha256: hashToken(token) }),
  );
  return token;
}
