/** The state of the server as an administrator sees it: space, jobs, mails, versions. */
import { z } from "zod";
import type { Call } from "../../call.contract.ts";

const count = z.int().nonnegative();

const serverStatus = z.object({
  version: z.string(),
  /** ISO time at which the answering process started. */
  startedAt: z.iso.datetime(),
  database: z.object({
    /** As PostgreSQL calls it, e.g. `18.1`. */
    version: z.string(),
    /** Of the whole installation. */
    bytes: count,
    /** Clock of the database minus clock of the server, seconds. */
    clockOffsetSeconds: z.number(),
  }),
  /** The file system of the data folder. */
  disk: z.object({ totalBytes: count, freeBytes: count }),
  /** Files of this site, without those of the tile cache. */
  slides: z.object({ count, bytes: count }),
  jobs: z.object({
    queued: count,
    running: count,
    /** In the last 24 hours. */
    failed: count,
    /** Age of the oldest job that could run and still waits, seconds; null: none waits. */
    longestWaitSeconds: z.number().nonnegative().nullable(),
  }),
  mails: z.object({ isServerConfigured: z.boolean(), waiting: count, unsent: count }),
  uploads: z.object({ receiving: count }),
  /** Quiz attempts that are being taken, previews not counted. */
  attempts: z.object({ inProgress: count }),
  /** Whether the site has an address of its own (option `origins`). */
  hasAddress: z.boolean(),
});
export type ServerStatus = z.output<typeof serverStatus>;

export const getServerStatus = {
  method: "GET",
  path: "/v2/status",
  summary: "Read the state of the server: versions, disk space, jobs, mails",
  policy: "managePeople",
  answer: serverStatus,
} as const satisfies Call;
