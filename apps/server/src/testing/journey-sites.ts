/**
 * Sites for journeys, created beside a running server in its database and data folder: takes milliseconds instead of
 * calls, with the same resulting rows and files.
 */
import { randomBytes, randomUUID } from "node:crypto";
import { copyFile, mkdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import type { Role } from "@parfocal/core/access/capabilities.ts";
import { probeInSandbox, type SandboxedProbe } from "@parfocal/slides/probe/probe-in-sandbox.ts";
import pino from "pino";
import { keepFileAnnotations } from "#annotation/keep-file-annotations.ts";
import { adoptProbedFile, type NewSlide } from "#image/adopt-slide-file.ts";
import { hashPassword } from "#platform/access/password.ts";
import { type Database, openDatabaseAsOwner, withSite } from "#platform/db/database.ts";
import { findRunningPostgres } from "#platform/db/embedded-running.ts";
import { hashFile } from "#platform/files/hash-file.ts";
import { createToken, hashToken } from "#platform/http/site-and-session.ts";
import type { Platform } from "#platform/platform.ts";
import { insertSession } from "#session/session.queries.ts";
import { insertSite } from "#site/site.queries.ts";
import { insertUser } from "#user/user.queries.ts";
import { readConfig } from "../config.ts";
import { openPlatform } from "../installation.ts";

interface NewPerson {
  readonly email: string;
  readonly role: Role;
  readonly displayName: string;
}

export interface JourneySites {
  /** An empty site with these people, who all have the same password. @returns its ID, and theirs in the same order. */
  add(people: readonly NewPerson[]): Promise<{ readonly siteId: number; readonly userIds: readonly number[] }>;
  /** Signs a user in. @returns the session's token. */
  openSession(siteId: number, userId: number): Promise<string>;
  /**
   * An image of a file, in the state after an upload of the file. The file is copied, hashed and probed only once, for
   * any number of images.
   *
   * @param slide.filename original name; default: the file's own name.
   * @returns the image's ID; it is viewable immediately if the file has tiles.
   */
  adoptSlide(siteId: number, slide: AdoptedSlide): Promise<number>;
}

interface Closable {
  close(): Promise<void>;
}

interface AdoptedSlide {
  readonly path: string;
  readonly filename?: string | undefined;
  /** Course or folder. */
  readonly parentId: number;
  readonly userId: number;
}

/** Facts of a file that several sites use. */
interface KnownFile {
  /** Path of a copy in the data folder; each stored file is a hard link to it. */
  readonly path: string;
  readonly probed: SandboxedProbe;
  readonly sha256: string;
  readonly bytes: number;
}

/** Connections and folders for building sites. */
interface Ground {
  readonly platform: Platform;
  /** Connection that adds sites. */
  readonly owner: Database;
  /** For copies of slide files, on the same file system as the data folder. */
  readonly filesFolder: string;
}

/**
 * @param dataFolder of a running server with the embedded database.
 * @param environment defines where the server stores its files; default: in its data folder.
 */
export async function openJourneySites(
  dataFolder: string,
  { password, environment = {} }: { readonly password: string; readonly environment?: NodeJS.ProcessEnv },
): Promise<JourneySites & Closable> {
  const postgres = findRunningPostgres(join(dataFolder, "postgres"));
  if (!postgres) throw new Error(`No database is running in ${dataFolder}.`);
  const connection = {
    host: postgres.socketFolder,
    port: postgres.port,
    user: postgres.superuser,
    database: "postgres",
  };
  const config = readConfig({ ...environment, PARFOCAL_DATA: dataFolder }, []);
  // The key is for nonces, which only the server creates.
  const host = { connection, isAlone: false, nonceKey: randomBytes(32) };
  const { platform, close } = await openPlatform(config, host, pino({ level: "silent" }));
  const owner = openDatabaseAsOwner(connection, { onIdleError: () => {} });
  const sites = await createJourneySites({ platform, owner, filesFolder: join(dataFolder, "journey-files") }, password);
  return {
    ...sites,
    async close() {
      await close();
      await owner.destroy();
    },
  };
}

export async function createJourneySites(
  { platform, owner, filesFolder }: Ground,
  password: string,
): Promise<JourneySites> {
  const passwordHash = await hashPassword(password);
  const files = new Map<string, Promise<KnownFile>>();

  const knownFile = async (path: string): Promise<KnownFile> => {
    const { mtimeMs, size } = await stat(path);
    const key = `${path} ${mtimeMs} ${size}`;
    const known = files.get(key) ?? takeFile(path, filesFolder);
    files.set(key, known);
    return known;
  };

  return {
    async add(people) {
      const siteId = await insertSite(owner, { id: null, title: "Parfocal" });
      const userIds = await withSite(platform.database, siteId, async (db) => {
        const ids: number[] = [];
        for (const person of people) ids.push(await insertUser(db, siteId, { ...person, passwordHash }));
        return ids;
      });
      return { siteId, userIds };
    },
    async openSession(siteId, userId) {
      const token = createToken(siteId);
      await withSite(platform.database, siteId, (db) =>
        insertSession(db, siteId, { userId, tokenSha256: hashToken(token) }),
      );
      return token;
    },
    async adoptSlide(siteId, { path, filename = basename(path), parentId, userId }) {
      const { probed, ...file } = await knownFile(path);
      const slide: NewSlide = {
        ...file,
        siteId,
        filename,
        parentId,
        createdBy: userId,
        alongside: (db, imageId, annotations) => keepFileAnnotations(platform, db, { siteId, imageId, annotations }),
      };
      return adoptProbedFile(platform, slide, probed);
    },
  };
}

async function takeFile(from: string, folder: string): Promise<KnownFile> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, randomUUID());
  await copyFile(from, path);
  const { size: bytes } = await stat(path);
  return { path, probed: await probeInSandbox(path), sha256: await hashFile(path, bytes), bytes };
}
