import type { Role } from "@parfocal/core/access/capabilities.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import type { SiteUserRow } from "./user.table.ts";

interface NewUser {
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly passwordHash: string;
}

export async function insertUser(db: SiteDb, siteId: number, user: NewUser): Promise<number> {
  const { id } = await db
    .insertInto("site_user")
    .values({
      site_id: siteId,
      email: user.email,
      display_name: user.displayName,
      role: user.role,
      password_hash: user.passwordHash,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The account with this e-mail address, if it can be used now. */
export function findUsableUser(db: SiteDb, siteId: number, email: string): Promise<SiteUserRow | undefined> {
  return db
    .selectFrom("site_user")
    .selectAll()
    .where("site_id", "=", siteId)
    .where(sql<string>`lower(email)`, "=", email.toLowerCase())
    .where("is_suspended", "=", false)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", sql<Date>`now()`)]))
    .executeTakeFirst();
}

/** Whether this site has a user with this id. */
export async function isUser(db: SiteDb, siteId: number, id: number): Promise<boolean> {
  const found = await db
    .selectFrom("site_user")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
  return found !== undefined;
}
