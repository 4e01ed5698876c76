/**
 * For the fuzz test (`lab/fuzz.ts`): sites beside a running server, in its database and data folder, and a valid
 * request for each operation, with real IDs: the requests of the rights matrix.
 */
import { join } from "node:path";
import pino from "pino";
import { openDatabaseAsOwner } from "#platform/db/database.ts";
import { findRunningPostgres } from "#platform/db/embedded-running.ts";
import { readConfig } from "../config.ts";
import { findOrMakeNonceKey, openPlatform } from "../installation.ts";
import { openTestSession } from "./build-user.ts";
import { buildMatrixWorld, type MatrixWorld } from "./matrix-world.ts";
import type { MatrixRequest } from "./rights/rights-row.ts";
import { RIGHTS_MATRIX } from "./rights-matrix.ts";
import { filledParams } from "./send-call.ts";
import type { SharedTestServer } from "./test-server.ts";

export const FUZZ_ACTORS = ["administrator", "teacher", "learner"] as const;
export type FuzzActor = (typeof FUZZ_ACTORS)[number];

interface FuzzRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** JSON; undefined: none. */
  readonly body: unknown;
  /** A form or the bytes of a file, instead of JSON. */
  readonly bytes: Buffer | null;
  readonly headers: Readonly<Record<string, string>>;
}

export interface FuzzWorld {
  readonly siteId: number;
  /** A new session. @returns its token. */
  openSession(actor: FuzzActor): Promise<string>;
  /** A valid request; if it removes objects, they are new. @param operation e.g. `PUT /v2/folder/{id}`. */
  requestOf(operation: string): Promise<FuzzRequest>;
}

export interface FuzzWorlds {
  /** A new site with people and content. */
  build(): Promise<FuzzWorld>;
  close(): Promise<void>;
}

/** @param dataFolder of a running server with the embedded database. */
export async function openFuzzWorlds(dataFolder: string): Promise<FuzzWorlds> {
  const postgres = findRunningPostgres(join(dataFolder, "postgres"));
  if (!postgres) throw new Error(`No database is running in ${dataFolder}.`);
  const { socketFolder: host, port, superuser: user } = postgres;
  const connection = { host, port, user, database: "postgres" };
  const config = readConfig({ PARFOCAL_DATA: dataFolder }, []);
  const owner = openDatabaseAsOwner(connection, { onIdleError: () => {} });
  const { platform, close } = await openPlatform(
    config,
    { connection, isAlone: false, nonceKey: await findOrMakeNonceKey(owner) },
    pino({ level: "silent" }),
  );
  // The builders use only these three.
  const server = { platform, owner, dataFolder } as Pick<
    SharedTestServer,
    "platform" | "owner" | "dataFolder"
  > as SharedTestServer;
  return {
    async build() {
      const world = await buildMatrixWorld(server);
      return {
        siteId: world.site.id,
        openSession: (actor) => openTestSession(world.site, world.users[actor].id),
        requestOf: (operation) => requestOf(operation, world),
      };
    },
    async close() {
      await close();
      await owner.destroy();
    },
  };
}

async function requestOf(operation: string, world: MatrixWorld): Promise<FuzzRequest> {
  const right: MatrixRequest = (await RIGHTS_MATRIX[operation]?.request?.(world)) ?? {};
  const bytes = Buffer.isBuffer(right.body) ? right.body : null;
  return {
    params: filledParams(operation.replace(/^\w+ /, ""), right.params),
    query: right.query ?? {},
    body: bytes ? undefined : right.body,
    bytes,
    headers: {
      ...(bytes && !right.headers?.["content-type"] ? { "content-type": "application/octet-stream" } : {}),
      ...right.headers,
    },
  };
}
