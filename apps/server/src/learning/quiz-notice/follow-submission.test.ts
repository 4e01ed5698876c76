import { listAudit } from "@parfocal/core/audit-log/audit-log.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { JobPostponed } from "#platform/jobs/job-queue.ts";
import type { QuizSettings } from "#quiz/quiz.queries.ts";
import { buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { buildUserGroup } from "#testing/build-user-group.ts";
import { readMails } from "#testing/read-mails.ts";
import { sendCall } from "#testing/send-call.ts";
import { takerOf } from "#testing/take-quiz.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { isGroupMember } from "#user-group/user-group.queries.ts";
import { closeOverdueAttempts } from "../quiz-attempt/close-overdue-attempts.ts";
import { SEND_QUIZ_NOTICE } from "./follow-submission.ts";
import { sendNotice } from "./send-quiz-notice.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld(settings: (groupId: number) => Partial<QuizSettings>) {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  const groupId = await buildUserGroup(site, { createdBy: administrator });
  const { quizId } = await buildQuiz(site, {
    title: "Kidney",
    questions: [{ score: 1.5 }],
    settings: settings(groupId),
  });
  const learner = async (displayName: string) => {
    const user = await buildUser(site, { displayName });
    return { user, taker: takerOf(server, quizId, user) };
  };
  const isIn = (userId: number) =>
    withSite(server.platform.database, site.id, (db) => isGroupMember(db, site.id, { groupId, userId }));
  const send = () => sendNotice(server.platform, { siteId: site.id, subjectId: quizId });
  const age = () =>
    sql`UPDATE quiz_notice SET created_at = created_at - interval '61 seconds' WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
  const endTime = async () => {
    await sql`UPDATE quiz_attempt SET deadline_at = now() - interval '60 seconds' WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
    await closeOverdueAttempts(server.platform);
  };
  return { site, administrator, quizId, groupId, learner, isIn, send, age, endTime };
}

const ANSWER = { "What is shown?": "Kidney" };
const NOTIFIED = () => ({ notification_email: "chair@school.test", is_auto_evaluation_enabled: true });

describe("the user group of a quiz", () => {
  it("gets those who submit, immediately; each is recorded once", async () => {
    const { administrator, groupId, learner, isIn } = await buildWorld((id) => ({ assign_user_to: id }));
    const { user, taker } = await learner("Ada");
    await taker.start();
    expect(await isIn(user.id)).toBe(false);
    await taker.submit();
    expect(await isIn(user.id)).toBe(true);
    await taker.restart();
    await taker.submit();
    const { entries } = (await sendCall(server, listAudit, { as: administrator, query: { person: String(user.id) } }))
      .answer;
    expect(entries).toMatchObject([
      { action: "memberAdded", object: { kind: "userGroup", id: groupId }, facts: { way: "quiz" } },
    ]);
  });

  it("gets those whose attempts ended at the deadline", async () => {
    const { learner, isIn, endTime } = await buildWorld((id) => ({ assign_user_to: id, timer_duration_s: 600 }));
    const { user, taker } = await learner("Ada");
    await taker.start();
    await endTime();
    expect(await isIn(user.id)).toBe(true);
  });
});

describe("the notification address of a quiz", () => {
  it("gets one email for the submissions of a minute, including those ended at the deadline, and no second one", async () => {
    const { site, learner, send, age, endTime } = await buildWorld(() => ({ ...NOTIFIED(), timer_duration_s: 600 }));
    await (await learner("Ada")).taker.take(ANSWER);
    await expect(send()).rejects.toBeInstanceOf(JobPostponed);
    await (await learner("Ben <b>")).taker.start();
    await endTime();
    await age();
    await send();
    await send();
    const mails = await readMails(site);
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([["chair@school.test", "2 submissions: Kidney"]]);
    expect(mails[0]?.text).toContain("Ada, 1.5 of 1.5 points");
    expect(mails[0]?.text).toContain("Ben <b>, 0 of 1.5 points, out of time");
  });

  it("is notified by a job that is written with the submission", async () => {
    const { site, quizId, learner } = await buildWorld(NOTIFIED);
    const { taker } = await learner("Ada");
    await taker.start();
    const jobs = () =>
      server.owner
        .selectFrom("job")
        .select("subject_id")
        .where("site_id", "=", site.id)
        .where("kind", "=", SEND_QUIZ_NOTICE)
        .execute();
    expect(await jobs()).toEqual([]);
    await Promise.all([taker.submit(), taker.submit()]);
    expect(await jobs()).toEqual([{ subject_id: quizId }]);
  });

  it("gets no email if it is not set, or if the attempts were removed since", async () => {
    const without = await buildWorld(() => ({}));
    await (await without.learner("Ada")).taker.take(ANSWER);
    await without.send();
    expect(await readMails(without.site)).toEqual([]);
    const removed = await buildWorld(NOTIFIED);
    await (await removed.learner("Ada")).taker.take(ANSWER);
    await removed.age();
    await sql`UPDATE quiz_attempt SET archived_at = now() WHERE site_id = ${removed.site.id}`.execute(server.owner);
    await removed.send();
    expect(await readMails(removed.site)).toEqual([]);
  });
});
