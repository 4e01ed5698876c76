/** People who redeem codes of one user group concurrently, and the resulting state of the database. */
import { randomUUID } from "node:crypto";
import { queryDatabase } from "../database-of.ts";
import { type Answer, ask, DONE, from, type Learner, SITE_ID, UNANSWERED } from "../learners.ts";
import type { ServerUnderTest } from "../server-under-test.ts";

/** Resets the count of wrong codes, which are limited per address: the experiment is about the race only. */
export const forgetWrongCodes = (server: ServerUnderTest) =>
  queryDatabase(server, "DELETE FROM sign_in_failure WHERE site_id = $1", [SITE_ID]);

export const useInvite = (server: ServerUnderTest, { id, token, address }: Learner, code: string): Promise<Answer> =>
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
  /** Neither success nor rejection with a reason. */
  readonly oddStatuses: readonly number[];
}

/** Statuses for an invalid code: unknown, or too many wrong ones from this address. */
const REFUSALS = [404, 429];

export function outcomeOf(answers: readonly Answer[], { mayBeUnanswered = false } = {}): Outcome {
  const statuses = answers.map(({ status }) => status);
  return {
    winners: statuses.filter((status) => status === DONE).length,
    oddStatuses: statuses.filter(
      (status) => status !== DONE && !REFUSALS.includes(status) && !(mayBeUnanswered && status === UNANSWERED),
    ),
  };
}

/** Number of people admitted by the code according to the database; each of them must be in the group. */
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
