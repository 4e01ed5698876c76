/** Learners without a password who call a server under test. */
import { createHash, randomBytes } from "node:crypto";
import { Agent } from "node:http";
import { queryDatabase } from "./database-of.ts";
import { isUnanswered } from "./expected-answers.ts";
import { sendRaw } from "./fuzz/send-raw.ts";
import type { ServerUnderTest } from "./server-under-test.ts";

export const SITE_ID = 1;
const GIVE_UP_MS = 60_000;
/** No response: the server was killed. */
export const UNANSWERED = 0;
export const DONE = 200;

export interface Answer {
  readonly status: number;
  readonly answer: unknown;
}

export interface Learner {
  /** Forwarded by a trusted proxy: each learner has a separate address. */
  readonly address: string;
  readonly id: number;
  readonly token: string;
}

export async function ask(
  server: ServerUnderTest,
  method: string,
  path: string,
  {
    token,
    body,
    headers = {},
  }: { readonly token?: string; readonly body?: object; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const sent = {
    method,
    path: `/api${path}`,
    headers: {
      "x-site-id": String(SITE_ID),
      ...(token ? { "x-site-token": token } : {}),
      ...(body ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    body: body ? Buffer.from(JSON.stringify(body)) : null,
  };
  const { status, body: answer, failure } = await sendRaw(server.origin, agent, sent, GIVE_UP_MS);
  // A proxy without an available server responds with 503 without a body; Parfocal gives its reason.
  const isOfProxy = isUnanswered(status) || (status === 503 && answer.length === 0);
  if (failure !== "" || isOfProxy) return { status: UNANSWERED, answer: null };
  try {
    return { status, answer: answer.length === 0 ? null : JSON.parse(answer.toString()) };
  } catch {
    // The server was killed during its response.
    return { status: UNANSWERED, answer: null };
  }
}

/** Not `fetch`, which needs four times the processor time: a thousand learners share two cores with the server. */
const agent = new Agent({ keepAlive: true });

/** The same for preparations of the experiment. @throws Error if it is rejected. */
export async function make<Made>(
  server: ServerUnderTest,
  path: string,
  { token, body }: { readonly token: string; readonly body: object },
): Promise<Made> {
  const { status, answer } = await ask(server, "POST", path, { token, body });
  if (status !== DONE) throw new Error(`POST ${path} was answered with ${status}: ${JSON.stringify(answer)}`);
  return answer as Made;
}

/** Learners with one session each, inserted by the database's owner: none has a password. */
export async function addLearners(server: ServerUnderTest, count: number): Promise<Learner[]> {
  const tokens = Array.from({ length: count }, () => `${SITE_ID}.${randomBytes(32).toString("base64url")}`);
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  const rows = await queryDatabase<{ id: string }>(
    server,
    `WITH person AS (
       INSERT INTO site_user (site_id, email, display_name, role, password_hash)
       SELECT $1, 'learner-' || n || '-' || gen_random_uuid() || '@lab.test', 'Learner ' || n, 'learner', 'none'
       FROM generate_series(1, $2::int) AS n RETURNING id
     ), numbered AS (SELECT id, row_number() OVER (ORDER BY id) AS place FROM person),
     session AS (
       INSERT INTO user_session (site_id, user_id, token_sha256)
       SELECT $1, id, ($3::bytea[])[place] FROM numbered
     )
     SELECT id FROM numbered ORDER BY place`,
    [SITE_ID, count, hashes],
  );
  return rows.map(({ id }, index) => ({
    id: Number(id),
    token: tokens[index] as string,
    address: `10.1.${Math.floor(index / 250)}.${(index % 250) + 1}`,
  }));
}

export const from = (address: string) => ({ "x-forwarded-for": address });
