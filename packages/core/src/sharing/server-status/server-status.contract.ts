/** State of the server for administrators: space, jobs, mails, versions, last backup. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";

const count = z.int().nonnegative();

const serverStatus = z.object({
  version: z.string(),
  /** Start time of the answering process, ISO 8601. */
  startedAt: z.iso.datetime(),
  database: z.object({
    /** PostgreSQL version, e.g. `18.1`. */
    version: z.string(),
    /** Size of the database of the whole installation. */
    bytes: count,
    /** Clock of the database minus clock of the server, in seconds. */
    clockOffsetSeconds: z.number(),
  }),
  /** The file system of the data folder. */
  disk: z.object({ totalBytes: count, freeBytes: count }),
  /** Files of this site, without the tile cache. */
  slides: z.object({ count, bytes: count }),
  jobs: z.object({
    queued: count,
    running: count,
    /** In the last 24 hours. */
    failed: count,
    /** Age of the oldest job that is ready to run, in seconds; null: none. */
    longestWaitSeconds: z.number().nonnegative().nullable(),
  }),
  mails: z.object({ isServerConfigured: z.boolean(), waiting: count, unsent: count }),
  uploads: z.object({ receiving: count }),
  /** Running quiz attempts, without previews. */
  attempts: z.object({ inProgress: count }),
  /** Whether the site has a configured URL (option `origins`). */
  hasAddress: z.boolean(),
  /** Of the whole installation; null: none was written. */
  lastBackup: z
    .object({
      /** ISO 8601; everything saved before it is in the backup. */
      startedAt: z.iso.datetime(),
      ageSeconds: z.number().nonnegative(),
    })
    .nullable(),
});
export type ServerStatus = z.output<typeof serverStatus>;

export const getServerStatus = {
  method: "GET",
  path: "/v2/status",
  summary: "Read the state of the server: versions, disk space, jobs, mails, last backup",
  policy: "managePeople",
  answer: serverStatus,
} as const satisfies Call;
