/** A server without demo content, its database, and a session of a person with a given role. */
import type { ChildProcess } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { lineOf, startProgram, stopProgram } from "./tile-servers/start-server.ts";

export interface BenchServer {
  /** Directly, with the rights of the owner. */
  readonly database: pg.Client;
  /** @throws Error with status and text of an answer other than 2xx. */
  ask(method: string, path: string, body?: object): Promise<unknown>;
}

/** Starts it, does the work, and removes it with its data. */
export async function withBenchServer(
  role: "administrator" | "learner",
  work: (server: BenchServer) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "parfocal-bench-"));
  const data = join(folder, "data");
  let server: ChildProcess | undefined;
  let database: pg.Client | undefined;
  try {
    server = startProgram(process.execPath, ["apps/server/src/main.ts"], {
      PORT: "0",
      PARFOCAL_DATA: data,
      PARFOCAL_DEMO: "0",
      LOG_LEVEL: "fatal",
      PARFOCAL_DEMO_PASSWORD: "bench-password",
    });
    const [, origin] = await lineOf(server, /^ready (http:\/\/\S+)\/$/);
    database = new pg.Client({ host: join(data, "postgres", "run"), user: "postgres", database: "postgres" });
    await database.connect();
    const token = await addSession(database, role);
    await work({ database, ask: (...call) => ask(`${origin}/api`, token, call) });
  } finally {
    await database?.end();
    if (server) await stopProgram(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function addSession(database: pg.Client, role: string): Promise<string> {
  const token = `1.${randomBytes(32).toString("base64url")}`;
  await database.query(
    `WITH person AS (
       INSERT INTO site_user (site_id, email, display_name, role, password_hash)
       VALUES (1, 'bench@example.org', 'Bench', $1, '') RETURNING id
     )
     INSERT INTO user_session (site_id, user_id, token_sha256) SELECT 1, id, $2 FROM person`,
    [role, createHash("sha256").update(token).digest()],
  );
  return token;
}

async function ask(
  origin: string,
  token: string,
  [method, path, body]: [method: string, path: string, body?: object],
): Promise<unknown> {
  const answer = await fetch(`${origin}${path}`, {
    method,
    headers: { "x-site-token": token, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`);
  return JSON.parse(text);
}
