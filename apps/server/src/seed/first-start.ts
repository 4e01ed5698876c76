/** Sets up an empty installation on its first start: its site, and the demo with its accounts if requested. */
import { randomBytes } from "node:crypto";
import { hashPassword } from "#platform/access/password.ts";
import { withSite } from "#platform/db/database.ts";
import { DEFAULT_SITE_ID } from "#platform/http/site-and-session.ts";
import { countSites, insertSite } from "#site/site.queries.ts";
import { insertUser } from "#user/user.queries.ts";
import type { Config } from "../config.ts";
import type { Installation } from "../installation.ts";
import { DEMO_LOG_INS, fillDemoSite, type LogIn } from "./demo-site.ts";

const ADMINISTRATOR_LOGIN = "admin@demo.test";
const PASSWORD_BYTES = 9;

export interface FirstStart {
  /** Empty: the site has no account yet. */
  readonly accounts: readonly LogIn[];
  readonly password: string;
}

/** Printed while no account can sign in. */
export const NO_ACCOUNT_YET = `No account yet. Create the first administrator:
  npm run user -- add EMAIL --role administrator`;

/** Creates the site of an empty installation. */
export async function openFirstSite({ owner }: Pick<Installation, "owner">, title: string): Promise<void> {
  if ((await countSites(owner)) === 0) await insertSite(owner, { id: DEFAULT_SITE_ID, title });
}

/**
 * Without the demo, no account is created unless its password is given (`PARFOCAL_DEMO_PASSWORD`), as in tests.
 *
 * @returns null if the installation has accounts.
 */
export async function setUpOnFirstStart(
  { platform, owner }: Pick<Installation, "platform" | "owner">,
  config: Pick<Config, "isDemoEnabled" | "demoPassword">,
): Promise<FirstStart | null> {
  await openFirstSite({ owner }, config.isDemoEnabled ? "Histology demo" : "Parfocal");
  const isSetUp = await withSite(platform.database, DEFAULT_SITE_ID, (db) =>
    db.selectFrom("site_user").select("id").where("site_id", "=", DEFAULT_SITE_ID).limit(1).executeTakeFirst(),
  );
  if (isSetUp) return null;
  if (!config.isDemoEnabled && !config.demoPassword) return { accounts: [], password: "" };
  const password = config.demoPassword ?? randomBytes(PASSWORD_BYTES).toString("base64url");
  await withSite(platform.database, DEFAULT_SITE_ID, async (db) => {
    if (config.isDemoEnabled) return fillDemoSite(db, platform, DEFAULT_SITE_ID, password);
    const passwordHash = await hashPassword(password);
    await insertUser(db, DEFAULT_SITE_ID, {
      email: ADMINISTRATOR_LOGIN,
      displayName: "Administrator",
      role: "administrator",
      passwordHash,
    });
  });
  const accounts = config.isDemoEnabled
    ? DEMO_LOG_INS
    : DEMO_LOG_INS.filter(({ login }) => login === ADMINISTRATOR_LOGIN);
  return { accounts, password };
}
