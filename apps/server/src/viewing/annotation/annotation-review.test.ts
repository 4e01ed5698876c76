import {
  type Annotation,
  convertAnnotation,
  createAnnotation,
  declineAnnotation,
  deleteAnnotation,
  listAnnotationReviews,
  listAnnotations,
  listAnnotationVersions,
  listDeletedAnnotations,
  publishAnnotation,
  reopenAnnotation,
  restoreAnnotation,
  restoreAnnotationVersion,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { multiplyAnnotation } from "#testing/multiply-annotation.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const FULL = { content: "Its capsule", link: "/s1/", zoom: 2.5, includeMeasurement: true };

/** A slide with a learner's annotation. */
async function buildDrawn() {
  const site = await buildSite(server);
  const [slide, learner, otherLearner, expert, otherExpert] = [
    await buildSlide(site),
    await buildUser(site, { role: "learner", displayName: "Leo" }),
    await buildUser(site, { role: "learner", displayName: "Lea" }),
    await buildUser(site, { role: "expert", displayName: "Eva" }),
    await buildUser(site, { role: "expert", displayName: "Emil" }),
  ];
  const draw = async (as: TestUser, body: object = FULL): Promise<Annotation> =>
    (
      await sendCall(server, createAnnotation, {
        as,
        body: { imageId: slide.id, typeId: 211, title: "A glomerulus", geometry: SQUARE_WKT, ...body },
      })
    ).answer;
  return { site, slide, learner, otherLearner, expert, otherExpert, draw, drawn: await draw(learner) };
}

const on = (as: TestUser, { id }: { id: number }) => ({ as, params: { id: String(id) } });

async function listAll(as: TestUser, slide: { id: number }): Promise<readonly Annotation[]> {
  const params = { itemId: String(slide.id) };
  return (await sendCall(server, listAnnotations, { as, params, query: { query: "all" } })).answer;
}

async function reviews(as: TestUser, slide: { id: number }, userId?: number) {
  const query = userId === undefined ? {} : { userId: String(userId) };
  return (await sendCall(server, listAnnotationReviews, { as, params: { itemId: String(slide.id) }, query })).answer;
}

describe("converting a student's annotation", () => {
  it("makes it an expert annotation, and keeps its author", async () => {
    const { slide, learner, otherLearner, expert, drawn } = await buildDrawn();
    const { status, answer } = await sendCall(server, convertAnnotation, on(expert, drawn));
    expect(status).toBe(200);
    expect(answer).toMatchObject({ id: drawn.id, isStudent: false, isConverted: true, author: "Leo", order: 1 });
    expect(answer).toMatchObject({ ...FULL, title: drawn.title, geometry: drawn.geometry });
    expect(await listAll(otherLearner, slide)).toHaveLength(1);
    const [ofLearner, ofExpert] = [(await listAll(learner, slide))[0], (await listAll(expert, slide))[0]];
    expect(ofLearner).toMatchObject({ isUserOwner: true, userCanEdit: false, userCanDelete: false });
    expect(ofExpert).toMatchObject({ isUserOwner: false, userCanEdit: true, userCanDelete: true });
    expect((await reviews(expert, slide)).annotations).toEqual([]);
  });
});

describe("a converted annotation", () => {
  const mine = async (as: TestUser, slide: { id: number }) => {
    const params = { itemId: String(slide.id) };
    return (await sendCall(server, listAnnotations, { as, params, query: { query: "mine" } })).answer;
  };
  async function buildConverted() {
    const drawn = await buildDrawn();
    await sendCall(server, convertAnnotation, on(drawn.expert, drawn.drawn));
    const teacher = await buildUser(drawn.site, { role: "teacher" });
    return { ...drawn, teacher };
  }
  const change = async (as: TestUser, annotation: Annotation, title: string) =>
    (await sendCall(server, updateAnnotation, { ...on(as, annotation), body: { title } })).status;
  const remove = async (as: TestUser, annotation: Annotation) =>
    (await sendCall(server, deleteAnnotation, on(as, annotation))).status;
  const restore = async (as: TestUser, annotation: Annotation) =>
    (await sendCall(server, restoreAnnotation, on(as, annotation))).status;
  const bin = async (as: TestUser, slide: { id: number }) =>
    (await sendCall(server, listDeletedAnnotations, { as, params: { itemId: String(slide.id) } })).answer;

  it("keeps its author's name and remains among the author's own", async () => {
    const { slide, learner, expert, drawn } = await buildConverted();
    expect(await change(expert, drawn, "A sclerotic glomerulus")).toBe(200);
    const [own, ...others] = await mine(learner, slide);
    expect(others).toEqual([]);
    expect(own).toMatchObject({ id: drawn.id, author: "Leo", isUserOwner: true, title: "A sclerotic glomerulus" });
    expect(await mine(expert, slide)).toEqual([]);
  });

  it("cannot be changed or deleted by its author, who cannot restore its versions either", async () => {
    const { slide, learner, otherLearner, drawn } = await buildConverted();
    for (const as of [learner, otherLearner]) {
      expect([await change(as, drawn, "Mine"), await remove(as, drawn)]).toEqual([403, 403]);
      expect((await sendCall(server, listAnnotationVersions, on(as, drawn))).status).toBe(403);
      const params = { id: String(drawn.id), version: "1" };
      expect((await sendCall(server, restoreAnnotationVersion, { as, params })).status).toBe(403);
    }
    expect((await listAll(learner, slide)).map(({ title }) => title)).toEqual([drawn.title]);
  });

  for (const who of ["expert", "otherExpert", "teacher"] as const)
    it(`is changed, deleted and restored by any expert: ${who}`, async () => {
      const people = await buildConverted();
      const { slide, learner, drawn } = people;
      const as = people[who];
      expect(await change(as, drawn, "A sclerotic glomerulus")).toBe(200);
      const params = { id: String(drawn.id), version: "1" };
      expect((await sendCall(server, restoreAnnotationVersion, { as, params })).answer.title).toBe(drawn.title);
      expect(await remove(as, drawn)).toBe(204);
      expect([await bin(learner, slide), await restore(learner, drawn)]).toEqual([[], 404]);
      expect((await bin(as, slide)).map(({ annotation }) => annotation.id)).toEqual([drawn.id]);
      expect(await restore(as, drawn)).toBe(200);
      expect(await listAll(learner, slide)).toHaveLength(1);
    });

  it("that was deleted does not displace the author's own annotations in the bin", async () => {
    const { slide, learner, expert, drawn, draw } = await buildConverted();
    const own = await draw(learner);
    await remove(learner, own);
    await remove(expert, drawn);
    expect((await bin(learner, slide)).map(({ annotation }) => annotation.id)).toEqual([own.id]);
    expect((await bin(expert, slide)).map(({ annotation }) => annotation.id)).toEqual([drawn.id]);
  });
});

describe("publishing a student's annotation", () => {
  it("leaves it with its author, marks it, and adds a complete expert copy", async () => {
    const { slide, learner, otherLearner, expert, drawn } = await buildDrawn();
    const { status, answer } = await sendCall(server, publishAnnotation, on(expert, drawn));
    expect(status).toBe(200);
    const { marked, published } = answer;
    expect(marked).toMatchObject({ ...FULL, id: drawn.id, isStudent: true, isStudentMarked: true, author: "Leo" });
    expect(published.id).not.toBe(drawn.id);
    const copied = ["imageId", "typeId", "title", "content", "link", "zoom", "includeMeasurement", "geometry"] as const;
    for (const field of copied) expect(published[field], field).toEqual(drawn[field]);
    expect(published.measurement).toEqual(drawn.measurement);
    expect(published).toMatchObject({
      author: "Eva",
      isStudent: false,
      isConverted: false,
      isStudentMarked: false,
      isUserOwner: true,
      order: 2,
      review: null,
    });
    expect((await listAll(otherLearner, slide)).map(({ id }) => id)).toEqual([published.id]);
    expect((await listAll(learner, slide)).map(({ id }) => id)).toEqual([drawn.id, published.id]);
    const versions = await sendCall(server, listAnnotationVersions, on(expert, published));
    expect(versions.answer.map(({ version, change, changedBy }) => [version, change, changedBy])).toEqual([
      [1, "published", "Eva"],
    ]);
  });

  it("ten times concurrently creates one copy", async () => {
    const { slide, expert, drawn } = await buildDrawn();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => sendCall(server, publishAnnotation, on(expert, drawn))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(409)]);
    expect(await listAll(expert, slide)).toHaveLength(2);
  });
});

type Action = "convert" | "publish" | "decline";
const CALLS = { convert: convertAnnotation, publish: publishAnnotation, decline: declineAnnotation } as const;

describe("a second decision", () => {
  const cases: [first: Action, second: Action, status: number, code: string | null][] = [
    ["convert", "convert", 409, "alreadyConverted"],
    ["convert", "publish", 409, "alreadyConverted"],
    ["convert", "decline", 409, "alreadyConverted"],
    ["publish", "publish", 409, "alreadyPublished"],
    ["publish", "convert", 409, "alreadyPublished"],
    ["publish", "decline", 409, "alreadyPublished"],
    ["decline", "convert", 200, null],
    ["decline", "publish", 200, null],
    ["decline", "decline", 200, null],
  ];
  for (const [first, second, status, code] of cases) {
    it(`${first}, then ${second}: ${code ? `rejected with a message (${code})` : "done"}`, async () => {
      const { slide, expert, drawn } = await buildDrawn();
      await sendCall(server, CALLS[first], on(expert, drawn));
      const before = await listAll(expert, slide);
      const answer = await sendCall(server, CALLS[second], on(expert, drawn));
      expect(answer.status).toBe(status);
      if (!code) return;
      expect(answer.failure.data).toEqual([code]);
      expect(answer.failure.message).toMatch(/\.$/);
      expect(await listAll(expert, slide)).toEqual(before);
    });
  }

  for (const action of ["convert", "publish", "decline"] as const) {
    it(`${action} of an expert annotation is rejected`, async () => {
      const { expert, otherExpert, draw } = await buildDrawn();
      const answer = await sendCall(server, CALLS[action], on(expert, await draw(otherExpert)));
      expect([answer.status, answer.failure.data]).toEqual([409, ["notStudent"]]);
    });
    it(`${action} is not allowed for learners`, async () => {
      const { learner, drawn } = await buildDrawn();
      expect((await sendCall(server, CALLS[action], on(learner, drawn))).status).toBe(403);
    });
  }
});

describe("a review", () => {
  const COMMENT = "This is a tubule.";
  const decline = (as: TestUser, of: Annotation) =>
    sendCall(server, declineAnnotation, { ...on(as, of), body: { comment: COMMENT } });

  it("is returned to the author and to experts, with its reviewer", async () => {
    const { slide, learner, expert, otherExpert, drawn } = await buildDrawn();
    expect(drawn.review).toBeNull();
    const { answer } = await decline(expert, drawn);
    const review = { state: "declined", comment: COMMENT, reviewer: "Eva", reviewedAt: expect.any(String) };
    expect(answer.review).toEqual(review);
    for (const who of [learner, otherExpert]) expect((await listAll(who, slide))[0]?.review).toEqual(review);
  });

  it("is not returned to other learners, not even for converted annotations", async () => {
    const { slide, learner, otherLearner, expert, drawn } = await buildDrawn();
    await sendCall(server, convertAnnotation, on(expert, drawn));
    expect((await listAll(learner, slide))[0]?.review?.state).toBe("accepted");
    expect((await listAll(otherLearner, slide)).map(({ review }) => review)).toEqual([null]);
  });

  it("of a published annotation is: accepted", async () => {
    const { expert, drawn } = await buildDrawn();
    const { answer } = await sendCall(server, publishAnnotation, on(expert, drawn));
    expect(answer.marked.review).toMatchObject({ state: "accepted", reviewer: "Eva", comment: "" });
  });

  it("that was declined is open again after its author has changed the annotation", async () => {
    const { slide, learner, expert, drawn } = await buildDrawn();
    await decline(expert, drawn);
    expect((await reviews(expert, slide)).annotations).toEqual([]);
    await sendCall(server, updateAnnotation, { ...on(learner, drawn), body: { title: drawn.title } });
    expect((await reviews(expert, slide)).annotations).toEqual([]);
    const { answer } = await sendCall(server, updateAnnotation, { ...on(learner, drawn), body: { title: "A tubule" } });
    expect(answer.review).toBeNull();
    expect((await reviews(expert, slide)).annotations.map(({ title }) => title)).toEqual(["A tubule"]);
  });

  it("that was declined can be reopened; one that was accepted cannot", async () => {
    const { slide, learner, expert, drawn, draw } = await buildDrawn();
    const other = await draw(learner);
    await decline(expert, drawn);
    await sendCall(server, publishAnnotation, on(expert, other));
    expect((await sendCall(server, reopenAnnotation, on(expert, drawn))).answer.review).toBeNull();
    expect((await sendCall(server, reopenAnnotation, on(expert, other))).answer.review?.state).toBe("accepted");
    expect((await reviews(expert, slide)).annotations.map(({ id }) => id)).toEqual([drawn.id]);
  });

  it("with a comment of more than 2,000 characters is rejected", async () => {
    const { expert, drawn } = await buildDrawn();
    const send = (length: number) =>
      sendCall(server, declineAnnotation, { ...on(expert, drawn), body: { comment: "x".repeat(length) } });
    expect((await send(2_001)).status).toBe(400);
    expect((await send(2_000)).answer.review?.comment).toHaveLength(2_000);
  });
});

describe("the queue of reviews", () => {
  it("lists unreviewed students' annotations, oldest first, and counts them by student", async () => {
    const { slide, learner, otherLearner, expert, draw, drawn } = await buildDrawn();
    const others = [await draw(otherLearner), await draw(otherLearner)] as const;
    await draw(expert);
    await sendCall(server, declineAnnotation, on(expert, others[0]));
    const whole = await reviews(expert, slide);
    expect(whole.annotations.map(({ id }) => id)).toEqual([drawn.id, others[1].id]);
    const students = [
      { id: otherLearner.id, displayName: "Lea", open: 1 },
      { id: learner.id, displayName: "Leo", open: 1 },
    ];
    expect(whole.students).toEqual(students);
    const ofOne = await reviews(expert, slide, otherLearner.id);
    expect(ofOne.annotations.map(({ id }) => id)).toEqual([others[1].id]);
    expect(ofOne.students).toEqual(students);
  });

  it("lists the oldest 200 and counts all; the next follow once these are reviewed", async () => {
    const { slide, expert, drawn } = await buildDrawn();
    await multiplyAnnotation(server, drawn.id, 250);
    const first = await reviews(expert, slide);
    expect([first.annotations.length, first.annotations[0]?.id]).toEqual([200, drawn.id]);
    expect(first.students.map(({ open }) => open)).toEqual([251]);
    await sendCall(server, declineAnnotation, on(expert, drawn));
    const next = await reviews(expert, slide);
    expect(next.annotations.length).toBe(200);
    expect(next.annotations.slice(0, 199)).toEqual(first.annotations.slice(1));
  });
});
