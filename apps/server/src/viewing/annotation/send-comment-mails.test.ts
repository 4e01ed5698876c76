import { changeProfile } from "@parfocal/core/account/account.contract.ts";
import {
  createAnnotationComment,
  markAnnotationCommentsRead,
} from "@parfocal/core/annotation/annotation-comment.contract.ts";
import { listReviewSlides } from "@parfocal/core/annotation/review-inbox.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { JobPostponed } from "#platform/jobs/job-queue.ts";
import { buildAnnotation } from "#testing/build-annotation.ts";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { readMails } from "#testing/read-mails.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { SEND_COMMENT_MAILS, sendCommentMails } from "./send-comment-mails.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildThread() {
  const site = await buildSite(server);
  const learner = await buildUser(site, { role: "learner", displayName: "Leo" });
  const expert = await buildUser(site, { role: "expert" });
  const course = await buildCourse(site);
  const slide = await buildSlide(site, { parentId: course, title: "Kidney" });
  const annotationId = await buildAnnotation(site, { slide, author: learner });
  const params = { id: String(annotationId) };
  const write = async (as: TestUser, content = "Look again.") =>
    (await sendCall(server, createAnnotationComment, { as, params, body: { content } })).answer.id;
  const want = (as: TestUser, wantsCommentMails = true) =>
    sendCall(server, changeProfile, { as, body: { wantsCommentMails } });
  const read = (as: TestUser, lastCommentId: number) =>
    sendCall(server, markAnnotationCommentsRead, { as, params, body: { lastCommentId } });
  const send = () => sendCommentMails(server.platform, { siteId: site.id, subjectId: annotationId });
  const pass = async (minutes: number) => {
    const back = sql`make_interval(mins => ${minutes})`;
    await sql`UPDATE annotation_comment SET created_at = created_at - ${back} WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
    await sql`UPDATE annotation_comment_mail SET mailed_at = mailed_at - ${back} WHERE site_id = ${site.id}`.execute(
      server.owner,
    );
  };
  const jobs = async () =>
    (
      await server.owner
        .selectFrom("job")
        .select("id")
        .where("site_id", "=", site.id)
        .where("kind", "=", SEND_COMMENT_MAILS)
        .execute()
    ).length;
  return { site, learner, expert, slide, annotationId, write, want, read, send, pass, jobs };
}

describe("emails about comments", () => {
  it("are disabled unless a person enables them", async () => {
    const { site, expert, write, send, pass, jobs } = await buildThread();
    await write(expert);
    await pass(5);
    await send();
    expect([await jobs(), await readMails(site)]).toEqual([0, []]);
  });

  it("are sent once per hour and thread, with new comments, and not about read ones", async () => {
    const { site, learner, expert, write, want, read, send, pass, jobs } = await buildThread();
    expect((await want(learner)).answer).toMatchObject({ wantsCommentMails: true });
    await write(expert, "Is this the macula densa?");
    expect(await jobs()).toBe(1);
    // A person who opens the thread within two minutes needs no email.
    await expect(send()).rejects.toBeInstanceOf(JobPostponed);
    await pass(3);
    await send();
    const [mail] = await readMails(site);
    expect(mail).toMatchObject({ to: learner.email, subject: "New comment on “Kidney”" });
    expect(mail?.text).toContain("There is a new comment on your annotation. Slide: “Kidney”.");
    expect(mail?.text).not.toContain("macula");

    await write(expert);
    await write(expert);
    await pass(10);
    await expect(send()).rejects.toBeInstanceOf(JobPostponed);
    expect(await readMails(site)).toHaveLength(1);
    await pass(50);
    await send();
    expect((await readMails(site)).map(({ subject }) => subject)).toEqual([
      "New comment on “Kidney”",
      "2 new comments on “Kidney”",
    ]);

    await read(learner, await write(expert));
    await pass(70);
    await send();
    expect(await readMails(site)).toHaveLength(2);
  });

  it("are sent to other commenters, not to the author, and not to people who no longer see the annotation", async () => {
    const { site, learner, expert, slide, write, want, send, pass } = await buildThread();
    const other = await buildUser(site, { role: "expert" });
    for (const as of [learner, expert, other]) await want(as);
    await write(expert);
    await write(learner);
    await pass(5);
    await send();
    expect((await readMails(site)).map(({ to }) => to).sort()).toEqual([learner.email, expert.email].sort());
    await sql`UPDATE placement SET is_active = false WHERE site_id = ${site.id} AND item_id = ${slide.id}`.execute(
      server.owner,
    );
    await write(expert).catch(() => undefined);
    await pass(70);
    await send();
    expect(await readMails(site)).toHaveLength(2);
  });
});

it("the list of slides to review counts annotations with comments that the expert has not read", async () => {
  const { learner, expert, write, read } = await buildThread();
  const commented = async () =>
    (await sendCall(server, listReviewSlides, { as: expert, query: {} })).answer.list[0]?.commented;
  await write(expert);
  expect(await commented()).toBe(0);
  await write(learner);
  const last = await write(learner);
  expect(await commented()).toBe(1);
  await read(expert, last);
  expect(await commented()).toBe(0);
});
