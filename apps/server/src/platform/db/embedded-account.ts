/**
 * Account that PostgreSQL runs under; PostgreSQL does not start as root.
 *
 * If the server is not root: its own account. If it is root: a user namespace in which the process is "nobody" (the
 * files still belong to root, so the data folder may be below a closed /root). Where namespaces are forbidden, as in
 * many containers: the real "nobody", who must own the database's folder and have access to it and to the programs.
 */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, lchownSync, lstatSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const NOBODY = 65_534;
const ROOT = 0;
/** Permission of others to enter a folder without listing it. */
const PASS_THROUGH = 0o001;

export interface PostgresAccount {
  readonly name: "own" | "namespace" | "nobody";
  /** Prepended to the command line. */
  readonly prefix: readonly string[];
  /** Given to spawn(). */
  readonly identity: { readonly uid?: number; readonly gid?: number };
  /** Required owner of the files, as seen outside the namespace. */
  readonly fileOwner: number;
}

const NAMESPACE_PREFIX = ["unshare", "--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, "--"];

export const ACCOUNTS = {
  own: () => ({ name: "own", prefix: [], identity: {}, fileOwner: process.getuid?.() ?? ROOT }),
  namespace: () => ({ name: "namespace", prefix: NAMESPACE_PREFIX, identity: {}, fileOwner: ROOT }),
  nobody: () => ({ name: "nobody", prefix: [], identity: { uid: NOBODY, gid: NOBODY }, fileOwner: NOBODY }),
} as const satisfies Record<PostgresAccount["name"], () => PostgresAccount>;

/** The first account that can be used on this machine. */
export function choosePostgresAccount(): PostgresAccount {
  if (process.getuid?.() !== ROOT) return ACCOUNTS.own();
  return canUseNamespaces() ? ACCOUNTS.namespace() : ACCOUNTS.nobody();
}

function canUseNamespaces(): boolean {
  const [command, ...words] = [...NAMESPACE_PREFIX, "true"];
  return spawnSync(command as string, words, { stdio: "ignore" }).status === 0;
}

/**
 * Changes the owner of a folder and its contents to the account if it differs: the installation may have been started
 * under another account before.
 */
export function giveFolderTo(account: PostgresAccount, folder: string): void {
  if (lstatSync(folder).uid === account.fileOwner) return;
  if (process.getuid?.() !== ROOT) {
    throw new Error(
      `${folder} belongs to another user, so the database in it cannot be opened. Start as that user, or choose another folder with PARFOCAL_DATA.`,
    );
  }
  for (const entry of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    lchownSync(join(folder, entry), account.fileOwner, account.fileOwner);
  }
  chownSync(folder, account.fileOwner, account.fileOwner);
}

/** Lets the account enter the folder above its own, which may be closed to others; the account still cannot list it. */
export function letPassThrough(account: PostgresAccount, folder: string): void {
  const mode = statSync(folder).mode & 0o7777;
  if (account.name === "nobody" && (mode & PASS_THROUGH) === 0) chmodSync(folder, mode | PASS_THROUGH);
}

/**
 * @throws Error with a user-facing message if the account cannot reach one of the paths, for example because a parent
 * folder is closed to others.
 */
export function assertReachable(account: PostgresAccount, paths: readonly string[]): void {
  if (account.name !== "nobody") return;
  for (const path of paths) {
    if (spawnSync("test", ["-r", path], { ...account.identity, stdio: "ignore" }).status === 0) continue;
    throw new Error(
      `PostgreSQL does not run as root, and the user "nobody" cannot access ${path}. ` +
        "Start as an ordinary user, move the program and PARFOCAL_DATA to folders that every user can access (not below /root), or set DATABASE_URL.",
    );
  }
}
