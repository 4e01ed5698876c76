/** People who redeem codes of one user group at once, and what the database holds of it afterwards. */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { queryDatabase } from "../database-of.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

const SITE_ID = 1;
const GIVE_UP_MS = 60_000;
/** No answer: the server was killed. */
export const UNANSWERED = 0;
const DONE = 200;

export interface Answer {
  readonly status: number;
  readonly answer: unknown;
}

export interface Redeemer {
  /** Forwarded by a proxy that the server trusts: each has an address of their own. */
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
  try {
    const response = await fetch(`${server.origin}/api${path}`, {
      method,
      headers: {
        "x-site-id": String(SITE_ID),
        ...(token ? { "x-site-token": token } : {}),
        ...(body ? { "content-type": "application/json" } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(GIVE_UP_MS),
    });
    const text = await response.text();
    return { status: response.status, answer: text === "" ? null : JSON.parse(text) };
  } catch {
    return { status: UNANSWERED, answer: null };
  }
}

/** The same for what the experiment prepares. @throws Error if it is refused. */
export async function make<Made>(
  server: ServerUnderTest,
  path: string,
  { token, body }: { readonly token: string; readonly body: object },
): Promise<Made> {
  const { status, answer } = await ask(server, "POST", path, { token, body });
  if (status !== DONE) throw new Error(`POST ${path} was answered with ${status}: ${JSON.stringify(answer)}`);
  return answer as Made;
}

/** Learners with a session each, written by the database's owner: none has a password. */
export async function addRedeemers(server: ServerUnderTest, count: number): Promise<Redeemer[]> {
  const tokens = Array.from({ length: count }, () => `${SITE_ID}.${randomBytes(32).toString("base64url")}`);
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  const rows = await queryDatabase<{ id: string }>(
    server,
    `WITH person AS (
       INSERT INTO site_user (site_id, email, display_name, role, password_hash)
       SELECT $1, 'redeemer-' || n || '-' || gen_random_uuid() || '@lab.test', 'Redeemer ' || n, 'learner', 'none'
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

/** Wrong codes are counted, and after some of them no more are judged: here the race is judged, not the count. */
export const forgetWrongCodes = (server: ServerUnderTest) =>
  queryDatabase(server, "DELETE FROM sign_in_failure WHERE site_id = $1", [SITE_ID]);

export const from = (address: string) => ({ "x-forwarded-for": address });

export const useInvite = (server: ServerUnderTest, { id, token, address }: Redeemer, code: string): Promise<Answer> =>
  ask(server, "PUT", "/v2/assignment/addToGroupByCode", {
    token,
    headers: from(address),
    body: { code, userId: id },
  });

/** Registers a new person, whose name is the code. */
export const useVoucher = (
  server: ServerUnderTest,
  voucher: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> =>
  ask(server, "POST", "/register", {
    headers,
    body: { voucher, displayName: voucher, email: `${randomUUID()}@lab.test`, password: "a long enough password" },
  });

export interface Outcome {
  readonly winners: number;
  /** Neither done nor refused with a reason. */
  readonly oddStatuses: readonly number[];
}

/** What a code that does not work is answered with: unknown, or too many wrong ones from here. */
const REFUSALS = [404, 429];

export function judge(answers: readonly Answer[], { mayBeUnanswered = false } = {}): Outcome {
  const statuses = answers.map(({ status }) => status);
  return {
    winners: statuses.filter((status) => status === DONE).length,
    oddStatuses: statuses.filter(
      (status) => status !== DONE && !REFUSALS.includes(status) && !(mayBeUnanswered && status === UNANSWERED),
    ),
  };
}

/** How many people the database has let in by the code; each of them must be in the group. */
export async function countLetIn(
  server: ServerUnderTest,
  kind: "invite" | "voucher",
  code: string,
  id: number,
): Promise<{ readonly letIn: number; readonly isWhole: boolean }> {
  const [row] = await queryDatabase<{ uses: number; people: number; members: number }>(
    server,
    kind === "invite"
      ? `SELECT (used_at IS NOT NULL)::int AS uses,
           (SELECT count(*)::int FROM invite_use WHERE invite_id = invite.id) AS people,
           (SELECT count(*)::int FROM invite_use JOIN user_group_member AS member
              ON member.user_id = invite_use.user_id AND member.user_group_id = invite.user_group_id
            WHERE invite_id = invite.id) AS members
         FROM invite WHERE id = $1`
      : `SELECT (used_at IS NOT NULL)::int AS uses,
           (SELECT count(*)::int FROM site_user WHERE display_name = $2) AS people,
           (SELECT count(*)::int FROM site_user JOIN user_group_member AS member
              ON member.user_id = site_user.id AND member.user_group_id = voucher.user_group_id
            WHERE display_name = $2) AS members
         FROM voucher WHERE id = $1`,
    kind === "invite" ? [id] : [id, code],
  );
  if (!row) throw new Error(`${kind} ${id} is gone`);
  return { letIn: row.people, isWhole: row.uses === row.people && row.people === row.members };
}
