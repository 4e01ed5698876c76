/** Share links after their creation: shown again, listed, changed, counted, revoked. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  countOpenedShare,
  createShare,
  deleteShare,
  getShare,
  listShares,
  OPENINGS_MAX,
  SHARES_A_PAGE,
  updateShare,
} from "@parfocal/core/share/share.contract.ts";
import { sql } from "kysely";
import { beforeAll, describe, expect, it } from "vitest";
import { readSealKeys } from "#platform/access/seal-keys.ts";
import { openSealedText } from "#platform/access/sealed-text.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildShare } from "#testing/build-share.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const PAST = "2020-01-31 12:00:00";

async function buildWorld() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site, { title: "Pathology" });
  const folderId = await buildFolder(site, { parentId: courseId, title: "Kidney" });
  const slide = await buildSlide(site, { parentId: folderId, title: "Glomerulus" });
  const learner = await buildUser(site, { displayName: "Lena Learner" });
  const other = await buildUser(site, { displayName: "Otto Other" });
  const teacher = await buildUser(site, { role: "teacher" });
  return { site, courseId, folderId, slide, learner, other, teacher };
}

const create = (as: TestUser, body: BodyFor<typeof createShare>) => sendCall(server, createShare, { as, body });
const list = async (as: TestUser, query: Record<string, string> = {}) =>
  (await sendCall(server, listShares, { as, query })).answer;
const open = (token: string, as: TestUser | null = null) => sendCall(server, getShare, { as, params: { token } });
const count = (token: string, as: TestUser | null = null) =>
  sendCall(server, countOpenedShare, { as, params: { token } });

describe("a link to a view", () => {
  const VIEW = {
    center: [120.5, 80],
    zoom: 3.25,
    rotation: 135,
    viewSettings: {
      colour: { brightness: 110, contrast: 90, saturation: 100, hueRotation: -20, invert: 0 },
      channels: {
        channels: [{ isShown: true, colour: "#00ff00", window: { min: 10, max: 4000 }, gamma: 0.5 }],
        isAloneGrey: false,
      },
      plane: { depth: 3, time: 0 },
      caseView: {
        layout: { columns: 2, rows: 1 },
        containers: [
          { slideId: 7, view: { center: [10.5, 20], zoom: 2.5, rotation: 45 } },
          { slideId: 8, view: null },
        ],
        isSynced: false,
      },
    },
  } as const;

  it("keeps centre, zoom, rotation, colours, channels, plane and the containers of a case, for everyone who opens it", async () => {
    const { slide, learner } = await buildWorld();
    const view = { ...VIEW, center: [...VIEW.center] as [number, number] };
    const { answer } = await create(learner, {
      shareType: "slide",
      itemId: slide.id,
      ...structuredClone(view),
    } as never);
    expect(answer).toMatchObject(VIEW);
    expect((await open(answer.token)).answer).toMatchObject(VIEW);
    const { answer: plain } = await create(learner, { shareType: "slide", itemId: slide.id });
    expect((await open(plain.token)).answer).toMatchObject({ center: null, rotation: null, viewSettings: null });
  });

  const wrong: [what: string, body: object][] = [
    ["a rotation between the steps", { rotation: 10 }],
    ["a whole turn", { rotation: 360 }],
    ["a colour out of its limits", { viewSettings: { colour: { ...VIEW.viewSettings.colour, contrast: 900 } } }],
    [
      "a channel's colour as a name",
      { viewSettings: { channels: { channels: [{ colour: "red" }], isAloneGrey: true } } },
    ],
    ["a plane below the first", { viewSettings: { plane: { depth: -1, time: 0 } } }],
    [
      "more containers than a case has",
      {
        viewSettings: {
          caseView: { ...VIEW.viewSettings.caseView, containers: Array(17).fill({ slideId: 7, view: null }) },
        },
      },
    ],
    ["something else", { viewSettings: { script: "x" } }],
  ];
  it.each(wrong)("is rejected with %s", async (_what, body) => {
    const { slide, learner } = await buildWorld();
    const { status } = await create(learner, { shareType: "slide", itemId: slide.id, ...body } as never);
    expect(status).toBe(400);
  });

  it("of a course opens the course", async () => {
    const { courseId, learner } = await buildWorld();
    const { status, answer } = await create(learner, { shareType: "course", itemId: courseId });
    expect(status).toBe(200);
    expect((await open(answer.token)).answer).toMatchObject({
      shareType: "course",
      itemId: courseId,
      title: "Pathology",
    });
    expect((await create(learner, { shareType: "folder", itemId: courseId })).status).toBe(404);
  });
});

describe("the list of links", () => {
  it("contains one's own with their links, newest first, with the path to the item and its state", async () => {
    const { site, courseId, folderId, slide, learner, other } = await buildWorld();
    const { answer: first } = await create(learner, { shareType: "slide", itemId: slide.id });
    const { answer: second } = await create(learner, { shareType: "folder", itemId: folderId, expirationDate: PAST });
    await create(other, { shareType: "slide", itemId: slide.id });
    const { shares, total } = await list(learner);
    expect(total).toBe(2);
    expect(shares.map(({ id, url, token }) => [id, url, token])).toEqual([
      [second.id, second.url, second.token],
      [first.id, first.url, first.token],
    ]);
    expect(shares[1]).toMatchObject({
      shareType: "slide",
      item: { id: slide.id, title: "Glomerulus" },
      isActive: true,
      isExpired: false,
      openedCount: 0,
      lastOpenedAt: null,
      creator: { id: learner.id, name: "Lena Learner" },
    });
    expect(shares[1]?.item.path.map(({ id }) => id)).toEqual([courseId, folderId, slide.id]);
    expect(shares[0]).toMatchObject({ isExpired: true, expirationDate: PAST });
    expect((await list(learner, { itemId: String(slide.id) })).shares.map(({ id }) => id)).toEqual([first.id]);
    expect((await list(learner, { q: "glomer" })).shares.map(({ id }) => id)).toEqual([first.id]);
    expect((await list(learner, { q: "%" })).total).toBe(0);
    await site.server.owner.updateTable("item").set({ deleted_at: new Date() }).where("id", "=", slide.id).execute();
    expect((await list(learner)).shares[1]?.item).toEqual({ id: slide.id, title: "Glomerulus", path: [] });
  });

  it("of all people is for content managers, without the URLs of other people's links", async () => {
    const { slide, learner, other, teacher } = await buildWorld();
    const { answer: theirs } = await create(learner, { shareType: "slide", itemId: slide.id });
    const { answer: own } = await create(teacher, { shareType: "slide", itemId: slide.id });
    const { shares, total } = await list(teacher, { scope: "all" });
    expect(total).toBe(2);
    expect(shares.map(({ id, url, creator }) => [id, url, creator.id])).toEqual([
      [own.id, own.url, teacher.id],
      [theirs.id, null, learner.id],
    ]);
    expect(JSON.stringify(shares[1])).not.toContain(theirs.token.split(".")[1]);
    expect((await list(teacher, { scope: "all", q: "lena" })).shares.map(({ id }) => id)).toEqual([theirs.id]);
    expect((await sendCall(server, listShares, { as: other, query: { scope: "all" } })).status).toBe(403);
  });

  it("has pages", async () => {
    const { site, slide, learner } = await buildWorld();
    for (let made = 0; made < SHARES_A_PAGE + 1; made++)
      await buildShare(site, { createdBy: learner, itemId: slide.id });
    const [first, second] = [await list(learner), await list(learner, { page: "2" })];
    expect([first.shares.length, second.shares.length, second.total]).toEqual([SHARES_A_PAGE, 1, SHARES_A_PAGE + 1]);
  });

  it("shows no link created before tokens were stored, or encrypted with another key", async () => {
    const { site, slide, learner } = await buildWorld();
    const { id } = await buildShare(site, { createdBy: learner, itemId: slide.id });
    for (const sealed of [null, Buffer.from("another key of the installation, or a damaged row")]) {
      await server.owner.updateTable("share").set({ sealed_token: sealed }).where("id", "=", id).execute();
      expect((await list(learner)).shares[0]).toMatchObject({ id, url: null, token: null });
    }
  });

  it("a token that is encrypted for one site opens with the key of that site alone", async () => {
    const { site, slide, learner } = await buildWorld();
    const { id, token } = await buildShare(site, { createdBy: learner, itemId: slide.id });
    const { sealed_token: sealed } = await server.owner
      .selectFrom("share")
      .select("sealed_token")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    const keys = await readSealKeys(server.owner);
    const openWith = (siteId: number) =>
      openSealedText(sealed ?? Buffer.alloc(0), { keys, purpose: `share token\n${siteId}` });
    expect(openWith(site.id)).toBe(token);
    expect(() => openWith(site.id + 1)).toThrow();
  });
});

describe("changing a link", () => {
  it("affects the given fields, immediately, by its creator or a content manager", async () => {
    const { slide, learner, other, teacher } = await buildWorld();
    const { answer: share } = await create(learner, { shareType: "slide", itemId: slide.id, hideToolbar: true });
    const change = async (as: TestUser, body: BodyFor<typeof updateShare>) =>
      sendCall(server, updateShare, { as, params: { id: String(share.id) }, body });
    expect((await change(other, { hideAnnotations: true })).status).toBe(404);
    const { answer } = await change(learner, { hideAnnotations: true });
    expect(answer).toMatchObject({ id: share.id, hideAnnotations: true, hideToolbar: true, url: share.url });
    expect((await open(share.token)).answer).toMatchObject({ hideAnnotations: true, hideToolbar: true });
    expect((await change(learner, { expirationDate: PAST })).answer.isExpired).toBe(true);
    expect((await open(share.token)).status).toBe(404);
    expect((await change(learner, { expirationDate: null })).answer).toMatchObject({ expirationDate: null });
    expect((await open(share.token)).status).toBe(200);
    expect((await change(teacher, { isActive: false })).answer).toMatchObject({ isActive: false, url: null });
    expect((await open(share.token)).status).toBe(404);
    expect((await change(learner, { isActive: true })).status).toBe(200);
    expect((await open(share.token)).status).toBe(200);
    expect((await change(learner, { itemId: 1 } as never)).status).toBe(400);
  });

  it("and revoking it use the same call, whatever it opens", async () => {
    const { courseId, folderId, learner } = await buildWorld();
    for (const [shareType, itemId] of [
      ["course", courseId],
      ["folder", folderId],
    ] as const) {
      const { answer } = await create(learner, { shareType, itemId });
      const revoked = await sendCall(server, deleteShare, { as: learner, params: { id: String(answer.id) } });
      expect([revoked.status, (await open(answer.token)).status]).toEqual([204, 404]);
    }
    expect((await list(learner)).total).toBe(0);
  });
});

describe("opening a link", () => {
  it("is counted, with its time, but not for its creator and not by reading it", async () => {
    const { slide, learner, other } = await buildWorld();
    const { answer } = await create(learner, { shareType: "slide", itemId: slide.id });
    await open(answer.token);
    expect((await count(answer.token, learner)).status).toBe(204);
    expect((await list(learner)).shares[0]).toMatchObject({ openedCount: 0, lastOpenedAt: null });
    expect((await count(answer.token)).status).toBe(204);
    expect((await count(answer.token, other)).status).toBe(204);
    const [share] = (await list(learner)).shares;
    expect(share?.openedCount).toBe(2);
    expect(Math.abs(Date.parse(share?.lastOpenedAt ?? "") - Date.now())).toBeLessThan(60_000);
  });

  it("that does not work has the same answer as the link, and is not counted", async () => {
    const { site, slide, learner } = await buildWorld();
    const closed = await buildShare(site, { createdBy: learner, itemId: slide.id, isActive: false });
    const closing = await buildShare(site, { createdBy: learner, itemId: slide.id, requireAuth: true });
    expect((await count(closed.token)).status).toBe(404);
    expect((await count(`${site.id}.${"A".repeat(32)}`)).status).toBe(404);
    expect((await count(String(closed.id))).status).toBe(404);
    expect((await count(closing.token)).status).toBe(401);
    expect((await list(learner)).shares.map(({ openedCount }) => openedCount)).toEqual([0, 0]);
  });

  it("is throttled by network", async () => {
    const { site, slide, learner } = await buildWorld();
    const { token } = await buildShare(site, { createdBy: learner, itemId: slide.id });
    await count(token);
    await sql`
      INSERT INTO sign_in_failure (site_id, subject)
      SELECT site_id, subject FROM sign_in_failure, generate_series(2, ${OPENINGS_MAX}) WHERE site_id = ${site.id}
    `.execute(server.owner);
    expect((await count(token)).status).toBe(429);
    expect((await list(learner)).shares[0]?.openedCount).toBe(1);
  });
});

it("a person has up to 1,000 links", async () => {
  const { site, slide, learner } = await buildWorld();
  await buildShare(site, { createdBy: learner, itemId: slide.id });
  await sql`
    INSERT INTO share (site_id, share_type, item_id, created_by, token_sha256, is_active, requires_auth,
      hides_annotations, hides_slide_information, hides_toolbar)
    SELECT site_id, share_type, item_id, created_by, sha256(convert_to(number::text || site_id::text, 'UTF8')), true,
      false, false, false, false
    FROM share, generate_series(2, 1000) AS number WHERE site_id = ${site.id}
  `.execute(server.owner);
  const { status, failure } = await create(learner, { shareType: "slide", itemId: slide.id });
  expect([status, failure.data]).toEqual([409, ["tooManyShares"]]);
});
