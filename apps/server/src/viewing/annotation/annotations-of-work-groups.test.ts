/** A work group's annotations are visible to its members only, in every response. */
import {
  convertAnnotation,
  createAnnotation,
  declineAnnotation,
  deleteAnnotation,
  listAnnotationReviews,
  listAnnotations,
  listAnnotationsInView,
  listAnnotationVersions,
  listDeletedAnnotations,
  orderAnnotations,
  publishAnnotation,
  restoreAnnotation,
  updateAnnotation,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { ANNOTATION_FILTERS, type AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildAnnotation, buildDeletedAnnotation, SQUARE_WKT } from "#testing/build-annotation.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { buildWorkGroup } from "#testing/build-work-group.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";
import { deleteMember } from "#work-group/work-group.queries.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildTeam() {
  const site = await buildSite(server);
  const slide = await buildSlide(site);
  const lea = await buildUser(site);
  const leo = await buildUser(site);
  const eva = await buildUser(site, { role: "expert" });
  const stranger = await buildUser(site);
  const expert = await buildUser(site, { role: "expert" });
  const teacher = await buildUser(site, { role: "teacher" });
  const groupId = await buildWorkGroup(site, { owner: lea, members: [leo, eva] });
  const kick = (user: TestUser) =>
    withSite(server.platform.database, site.id, (db) => deleteMember(db, site.id, groupId, user.id));
  return { site, slide, groupId, kick, members: { lea, leo, eva }, others: { stranger, expert, teacher } };
}

const on = (as: TestUser, id: number) => ({ as, params: { id: String(id) } });
const ofSlide = (as: TestUser, slide: { id: number }) => ({ as, params: { itemId: String(slide.id) } });

/** Both lists, which must have the same content. */
async function idsFor(as: TestUser, slide: { id: number }, query: AnnotationFilter, workGroupId?: number) {
  const group = workGroupId === undefined ? {} : { workGroupId };
  const seen = await sendCall(server, listAnnotationsInView, { ...on(as, slide.id), body: { query, ...group } });
  const listed = await sendCall(server, listAnnotations, {
    ...ofSlide(as, slide),
    query: { query, ...(workGroupId === undefined ? {} : { workGroupId: String(workGroupId) }) },
  });
  expect(listed.status).toBe(seen.status);
  if (seen.status !== 200) return seen.status;
  const ids = seen.answer.annotations.map(({ id }) => id);
  expect(listed.answer.map(({ id }) => id)).toEqual(ids);
  expect(seen.answer.total).toBe(ids.length);
  return ids;
}

describe("an annotation of a work group", () => {
  it("is created only by members, and names its group", async () => {
    const { slide, groupId, members, others } = await buildTeam();
    const draw = (as: TestUser) =>
      sendCall(server, createAnnotation, {
        as,
        body: { imageId: slide.id, typeId: 211, title: "Ours", geometry: SQUARE_WKT, workGroupId: groupId },
      });
    for (const member of Object.values(members)) expect((await draw(member)).answer.workGroupId).toBe(groupId);
    for (const other of Object.values(others)) expect((await draw(other)).status).toBe(404);
    expect(await idsFor(members.lea, slide, "workgroup", groupId)).toHaveLength(3);
  });

  it("is in the filters workgroup, all and mine of members, and in none of others, including experts and teachers", async () => {
    const { site, slide, groupId, members, others } = await buildTeam();
    const byLearner = await buildAnnotation(site, { slide, author: members.leo, workGroupId: groupId });
    const byExpert = await buildAnnotation(site, { slide, author: members.eva, workGroupId: groupId });
    const both = [byLearner, byExpert];
    const expected: Record<AnnotationFilter, number[]> = {
      all: both,
      expert: [],
      student: [],
      mine: [],
      none: [],
      workgroup: both,
    };
    for (const filter of ANNOTATION_FILTERS) {
      expect(await idsFor(members.lea, slide, filter, groupId), filter).toEqual(expected[filter]);
      for (const [name, other] of Object.entries(others))
        expect(await idsFor(other, slide, filter), `${name}, ${filter}`).toEqual([]);
    }
    expect(await idsFor(members.leo, slide, "mine")).toEqual([byLearner]);
    for (const other of Object.values(others)) expect(await idsFor(other, slide, "workgroup", groupId)).toBe(404);
  });

  it("is visible to its members even if annotations are hidden from learners", async () => {
    const { site, slide, groupId, members } = await buildTeam();
    const id = await buildAnnotation(site, { slide, author: members.leo, workGroupId: groupId });
    await server.owner
      .updateTable("placement")
      .set({ annotations_active: false })
      .where("item_id", "=", slide.id)
      .execute();
    expect(await idsFor(members.lea, slide, "workgroup", groupId)).toEqual([id]);
  });

  it("belongs to one group: another group of the caller does not show it, and an empty group ID returns no annotations", async () => {
    const { site, slide, groupId, members } = await buildTeam();
    const id = await buildAnnotation(site, { slide, author: members.lea, workGroupId: groupId });
    const otherGroup = await buildWorkGroup(site, { owner: members.lea });
    expect(await idsFor(members.lea, slide, "workgroup", groupId)).toEqual([id]);
    expect(await idsFor(members.lea, slide, "workgroup", otherGroup)).toEqual([]);
    expect(await idsFor(members.lea, slide, "workgroup")).toEqual([]);
    const empty = await sendCall(server, listAnnotations, {
      ...ofSlide(members.lea, slide),
      query: { query: "workgroup", workGroupId: "" },
    });
    expect([empty.status, empty.answer]).toEqual([200, []]);
  });

  it("is not found by others in any other call", async () => {
    const { site, slide, groupId, members, others } = await buildTeam();
    const id = await buildAnnotation(site, { slide, author: members.leo, workGroupId: groupId });
    const deletedId = await buildDeletedAnnotation(site, { slide, author: members.leo, workGroupId: groupId });
    const public_ = await buildAnnotation(site, { slide, author: members.eva });
    for (const [name, as] of Object.entries(others)) {
      const tries = [
        sendCall(server, listAnnotationVersions, on(as, id)),
        sendCall(server, updateAnnotation, { ...on(as, id), body: { title: "Mine" } }),
        sendCall(server, deleteAnnotation, on(as, id)),
        sendCall(server, restoreAnnotation, on(as, deletedId)),
        ...(as === others.stranger
          ? []
          : [convertAnnotation, publishAnnotation, declineAnnotation].map((call) =>
              sendCall(server, call as typeof convertAnnotation, { ...on(as, id), body: {} as never }),
            )),
      ];
      expect(
        (await Promise.all(tries)).map(({ status }) => status),
        name,
      ).toEqual(tries.map(() => 404));
      expect((await sendCall(server, listDeletedAnnotations, ofSlide(as, slide))).answer, name).toEqual([]);
    }
    const body = { imageId: slide.id, annotationIds: [id, public_] };
    const ordered = await sendCall(server, orderAnnotations, { as: others.expert, body });
    const unknown = { imageId: slide.id, annotationIds: [987_654_321, public_] };
    const ofNothing = await sendCall(server, orderAnnotations, { as: others.expert, body: unknown });
    expect([ordered.status, ordered.failure.message]).toEqual([400, ofNothing.failure.message]);
    expect((await sendCall(server, orderAnnotations, { as: members.eva, body })).status).toBe(200);
  });

  it("is not up for review: no review lists it, and an expert member cannot convert it", async () => {
    const { site, slide, groupId, members, others } = await buildTeam();
    const id = await buildAnnotation(site, { slide, author: members.leo, workGroupId: groupId });
    for (const as of [members.eva, others.expert]) {
      const { answer } = await sendCall(server, listAnnotationReviews, ofSlide(as, slide));
      expect(answer).toEqual({ students: [], annotations: [] });
    }
    const { status, failure } = await sendCall(server, convertAnnotation, on(members.eva, id));
    expect([status, failure.message]).toEqual([409, "This annotation belongs to a work group."]);
  });

  it("is changed only by its author, not by other members", async () => {
    const { site, slide, groupId, members } = await buildTeam();
    const id = await buildAnnotation(site, { slide, author: members.leo, workGroupId: groupId });
    const change = (as: TestUser) => sendCall(server, updateAnnotation, { ...on(as, id), body: { title: "New" } });
    expect((await change(members.leo)).answer).toMatchObject({ title: "New", workGroupId: groupId });
    expect((await change(members.lea)).status).toBe(403);
    expect((await sendCall(server, deleteAnnotation, on(members.lea, id))).status).toBe(403);
  });

  it("of a removed member stays with the group, and is no longer visible to its author", async () => {
    const { site, slide, groupId, kick, members } = await buildTeam();
    const id = await buildAnnotation(site, { slide, author: members.leo, workGroupId: groupId });
    const deletedId = await buildDeletedAnnotation(site, { slide, author: members.leo, workGroupId: groupId });
    await kick(members.leo);
    for (const filter of ["all", "mine", "expert"] as const)
      expect(await idsFor(members.leo, slide, filter)).toEqual([]);
    expect(await idsFor(members.leo, slide, "workgroup", groupId)).toBe(404);
    expect((await sendCall(server, updateAnnotation, { ...on(members.leo, id), body: { title: "x" } })).status).toBe(
      404,
    );
    expect((await sendCall(server, restoreAnnotation, on(members.leo, deletedId))).status).toBe(404);
    expect((await sendCall(server, listDeletedAnnotations, ofSlide(members.leo, slide))).answer).toEqual([]);
    expect(await idsFor(members.lea, slide, "workgroup", groupId)).toEqual([id]);
  });
});
