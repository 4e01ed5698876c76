import { listAnnotations } from "@parfocal/core/annotation/annotation.contract.ts";
import {
  ANNOTATION_COMMENTS_MAX,
  countAnnotationComments,
  createAnnotationComment,
  deleteAnnotationComment,
  listAnnotationComments,
  markAnnotationCommentsRead,
  restoreAnnotationComment,
  updateAnnotationComment,
} from "@parfocal/core/annotation/annotation-comment.contract.ts";
import { sql } from "kysely";
import { beforeAll, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildAnnotation, buildDeletedAnnotation } from "#testing/build-annotation.ts";
import { buildComment } from "#testing/build-comment.ts";
import { buildAttempt, buildQuiz } from "#testing/build-quiz.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildThread() {
  const site = await buildSite(server);
  const slide = await buildSlide(site);
  const learner = await buildUser(site, { role: "learner", displayName: "Leo" });
  const otherLearner = await buildUser(site, { role: "learner", displayName: "Lea" });
  const expert = await buildUser(site, { role: "expert", displayName: "Eva" });
  const drawn = await buildAnnotation(site, { slide, author: learner });
  return { site, slide, learner, otherLearner, expert, drawn };
}

const at = (as: TestUser, id: number) => ({ as, params: { id: String(id) } });
const addComment = (as: TestUser, annotationId: number, content = "Look at the nuclei", key?: string) =>
  sendCall(server, createAnnotationComment, {
    ...at(as, annotationId),
    body: { content },
    ...(key ? { headers: { "idempotency-key": key } } : {}),
  });
const thread = async (as: TestUser, annotationId: number) =>
  sendCall(server, listAnnotationComments, at(as, annotationId));
const counts = async (as: TestUser, slide: { id: number }) =>
  (await sendCall(server, countAnnotationComments, { as, params: { itemId: String(slide.id) } })).answer;

it("a thread is between a learner and experts; other learners cannot read it", async () => {
  const { learner, otherLearner, expert, drawn } = await buildThread();
  expect((await addComment(expert, drawn, "  Which cells?  ")).answer).toMatchObject({
    content: "Which cells?",
    isExpert: true,
  });
  expect((await addComment(learner, drawn, "Podocytes")).status).toBe(200);
  const { answer } = await thread(learner, drawn);
  expect(answer.canComment).toBe(true);
  expect(
    answer.comments.map(({ author, content, isExpert, isUserOwner, isNew }) => [
      author,
      content,
      isExpert,
      isUserOwner,
      isNew,
    ]),
  ).toEqual([
    ["Eva", "Which cells?", true, false, true],
    ["Leo", "Podocytes", false, true, false],
  ]);
  expect((await thread(otherLearner, drawn)).status).toBe(404);
  expect((await addComment(otherLearner, drawn)).status).toBe(404);
});

it("a thread on an expert annotation is read by learners and written by experts", async () => {
  const { site, slide, learner, expert } = await buildThread();
  const taught = await buildAnnotation(site, { slide, author: expert });
  await addComment(expert, taught);
  expect((await thread(learner, taught)).answer).toMatchObject({ canComment: false, comments: [{ author: "Eva" }] });
  expect((await addComment(learner, taught)).status).toBe(403);
});

it("a thread in a work group is limited to its members; other experts have no access", async () => {
  const { site, slide, learner, otherLearner, expert } = await buildThread();
  const workGroupId = await buildWorkGroup(site, { owner: learner, members: [otherLearner] });
  const drawn = await buildAnnotation(site, { slide, author: learner, workGroupId });
  expect((await addComment(otherLearner, drawn)).status).toBe(200);
  expect((await thread(learner, drawn)).answer).toMatchObject({ canComment: true, comments: [{ author: "Lea" }] });
  expect((await thread(expert, drawn)).status).toBe(404);
});

it("a comment is new for each person until it is read, and counted on the slide", async () => {
  const { slide, learner, expert, drawn } = await buildThread();
  const { answer: first } = await addComment(expert, drawn);
  expect(await counts(learner, slide)).toEqual([{ annotationId: drawn, comments: 1, new: 1 }]);
  expect(await counts(expert, slide)).toEqual([{ annotationId: drawn, comments: 1, new: 0 }]);
  const read = { ...at(learner, drawn), body: { lastCommentId: first.id } };
  expect((await sendCall(server, markAnnotationCommentsRead, read)).status).toBe(204);
  const { answer: second } = await addComment(expert, drawn);
  expect(await counts(learner, slide)).toEqual([{ annotationId: drawn, comments: 2, new: 1 }]);
  await sendCall(server, markAnnotationCommentsRead, { ...read, body: { lastCommentId: second.id } });
  // A tab that was open longer reports the older comment: later comments stay read.
  await sendCall(server, markAnnotationCommentsRead, read);
  expect(await counts(learner, slide)).toEqual([{ annotationId: drawn, comments: 2, new: 0 }]);
});

it("a comment can be changed, deleted and restored only by its author", async () => {
  const { slide, learner, expert, drawn } = await buildThread();
  const { answer } = await addComment(expert, drawn);
  const change = (as: TestUser) =>
    sendCall(server, updateAnnotationComment, { ...at(as, answer.id), body: { content: "Changed" } });
  expect((await change(learner)).status).toBe(403);
  expect((await change(expert)).answer).toMatchObject({ content: "Changed", editedAt: expect.any(String) });
  expect((await sendCall(server, deleteAnnotationComment, at(learner, answer.id))).status).toBe(403);
  expect((await sendCall(server, deleteAnnotationComment, at(expert, answer.id))).status).toBe(204);
  expect(await counts(learner, slide)).toEqual([]);
  expect((await change(expert)).status).toBe(404);
  expect((await sendCall(server, restoreAnnotationComment, at(learner, answer.id))).status).toBe(404);
  expect((await sendCall(server, restoreAnnotationComment, at(expert, answer.id))).answer.content).toBe("Changed");
  expect((await thread(learner, drawn)).answer.comments).toHaveLength(1);
});

it("comments are not found once their annotation is in the bin", async () => {
  const { site, slide, learner, expert } = await buildThread();
  const annotationId = await buildDeletedAnnotation(site, { slide, author: learner });
  await buildComment(site, { annotationId, author: expert });
  expect((await thread(learner, annotationId)).status).toBe(404);
  expect(await counts(learner, slide)).toEqual([]);
});

it("comments are hidden with the slide's annotations while a quiz asks about it", async () => {
  const { site, slide, learner, expert, drawn } = await buildThread();
  const { answer } = await addComment(expert, drawn, "It is a glomerulus");
  const { answer: own } = await addComment(learner, drawn, "Sure?");
  const { quizId } = await buildQuiz(site, { imageId: slide.id });
  const attemptId = await buildAttempt(site, { quizId, userId: learner.id });
  await withSite(server.platform.database, site.id, (db) =>
    db
      .insertInto("quiz_attempt_image")
      .values({ site_id: site.id, attempt_id: attemptId, image_id: slide.id })
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  );
  expect((await thread(learner, drawn)).answer).toEqual({ canComment: false, comments: [] });
  expect(await counts(learner, slide)).toEqual([]);
  expect((await addComment(learner, drawn)).status).toBe(403);
  const change = { ...at(learner, own.id), body: { content: "Changed" } };
  expect((await sendCall(server, updateAnnotationComment, change)).status).toBe(403);
  const read = { ...at(learner, drawn), body: { lastCommentId: answer.id } };
  expect((await sendCall(server, markAnnotationCommentsRead, read)).status).toBe(403);
  // The learner's own annotation stays on the slide.
  const listed = { as: learner, params: { itemId: String(slide.id) }, query: { query: "mine" as const } };
  expect((await sendCall(server, listAnnotations, listed)).answer).toHaveLength(1);
});

it("a thread has a limit, and a repeated request is counted once", async () => {
  const { site, learner, expert, drawn } = await buildThread();
  await sql`
    INSERT INTO annotation_comment (site_id, annotation_id, author_id, is_expert, content)
    SELECT ${site.id}, ${drawn}, ${expert.id}, true, 'Again' FROM generate_series(2, ${ANNOTATION_COMMENTS_MAX})
  `.execute(server.owner);
  const key = crypto.randomUUID();
  expect((await addComment(learner, drawn, "The last", key)).status).toBe(200);
  expect((await addComment(learner, drawn, "The last", key)).status).toBe(200);
  expect((await thread(learner, drawn)).answer.comments).toHaveLength(ANNOTATION_COMMENTS_MAX);
  expect(await addComment(learner, drawn)).toMatchObject({ status: 409 });
});
