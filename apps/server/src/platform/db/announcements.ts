/**
 * Messages between the processes of an installation, by PostgreSQL's NOTIFY, so that processes on other machines
 * receive them too. A missed message only causes a delay, since listeners also poll.
 */
import type { FastifyBaseLogger } from "fastify";
import { sql } from "kysely";
import pg from "pg";
import { APP_OPTIONS, type Connection, type Database, type SiteDb } from "./database.ts";

const CHANNELS = { jobsWait: "parfocal_jobs_wait", sessionEnded: "parfocal_session_ended" } as const;

/** `sessionEnded` carries the session's hash (`hashToken`, hexadecimal); `jobsWait` has no payload. */
export type Announcement = keyof typeof CHANNELS;

const CONNECT_TIMEOUT_MS = 2_000;
const TRY_AGAIN_MS = 1_000;

/** In a transaction, it is sent only after the commit. */
export async function announce(db: Database | SiteDb, kind: Announcement, text = ""): Promise<void> {
  await sql`SELECT pg_notify(${CHANNELS[kind]}, ${text})`.execute(db);
}

interface AnnouncementHandlers {
  readonly handlers: Readonly<Record<Announcement, (text: string) => void>>;
  /** Called after each connection: earlier announcements may have been missed. */
  missed(): void;
}

export interface Listener {
  stop(): Promise<void>;
}

/** Listens until stopped; reconnects when the connection breaks. Resolves once listening. */
export async function listenForAnnouncements(
  connection: Connection,
  { handlers, missed }: AnnouncementHandlers,
  log: FastifyBaseLogger,
): Promise<Listener> {
  let isStopped = false;
  let client: pg.Client | null = null;
  let timer: NodeJS.Timeout | undefined;
  const kindOf = new Map(Object.entries(CHANNELS).map(([kind, channel]) => [channel as string, kind as Announcement]));

  async function connect(): Promise<void> {
    const fresh = new pg.Client({
      ...connection,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      application_name: "parfocal-listener",
      options: APP_OPTIONS,
    });
    client = fresh;
    fresh.on("notification", ({ channel, payload = "" }) => {
      const kind = kindOf.get(channel);
      if (kind) handlers[kind](payload);
    });
    // Also emitted by "end".
    fresh.on("error", (error) => isStopped || log.warn({ reason: error.message }, "listening to the database broke"));
    try {
      await fresh.connect();
      for (const channel of Object.values(CHANNELS)) await fresh.query(`LISTEN ${channel}`);
    } catch (error) {
      await fresh.end().catch(() => {});
      throw error;
    }
    fresh.once("end", tryAgainLater);
    missed();
  }

  function tryAgainLater(): void {
    if (isStopped) return;
    timer = setTimeout(() => void connect().catch(tryAgainLater), TRY_AGAIN_MS);
    timer.unref();
  }

  await connect();
  return {
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      await client?.end();
    },
  };
}
