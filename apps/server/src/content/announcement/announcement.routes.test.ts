import {
  createAnnouncement,
  deleteAnnouncement,
  getAnnouncement,
  listAnnouncements,
  restoreAnnouncement,
  updateAnnouncement,
} from "@parfocal/core/announcement/announcement.contract.ts";
import { ANNOUNCEMENTS_MAX } from "@parfocal/core/announcement/announcement-rules.ts";
import { beforeAll, expect, it } from "vitest";
import { buildAnnouncement } from "#testing/build-announcement.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function buildWorld() {
  const site = await buildSite(server);
  const administrator = await buildUser(site, { role: "administrator" });
  const learner = await buildUser(site, { role: "learner" });
  const shownTo = async (as?: TestUser) => {
    const { answer } = await sendCall(server, getAnnouncement, as ? { as } : { siteId: site.id });
    return answer.announcements.map(({ content }) => content.en);
  };
  return { site, administrator, learner, shownTo };
}

const BODY = { content: { en: "<p>Maintenance on Friday</p>", de: "" }, readers: ["learner" as const] };

it("an announcement is shown only to its roles, sanitized and without images; guests are a role", async () => {
  const { administrator: as, learner, shownTo } = await buildWorld();
  const en =
    '<p onclick="x()">Closed <strong>today</strong><img src="/api/v2/media/1/a/file" alt=""></p><script>1</script>';
  const made = await sendCall(server, createAnnouncement, { as, body: { ...BODY, content: { en } } });
  expect(made.answer).toMatchObject({ state: "shown", version: 1, sticky: false, dateStart: null });
  expect(await shownTo(learner)).toEqual(["<p>Closed <strong>today</strong></p>"]);
  expect(await shownTo(as)).toEqual([]);
  expect(await shownTo()).toEqual([]);
  await sendCall(server, createAnnouncement, { as, body: { ...BODY, readers: ["guest"] } });
  expect(await shownTo()).toEqual(["<p>Maintenance on Friday</p>"]);
});

it("dates use the site's time zone and decide visibility", async () => {
  const { site, administrator: as, learner, shownTo } = await buildWorld();
  await server.owner.updateTable("site").set({ time_zone: "Asia/Tokyo" }).where("id", "=", site.id).execute();
  await buildAnnouncement(site, { text: "planned", dateStart: "2999-01-31 18:00:00" });
  await buildAnnouncement(site, { text: "over", dateEnd: "2020-01-31 18:00:00" });
  await buildAnnouncement(site, { text: "off", isActive: false });
  await buildAnnouncement(site, { text: "shown", dateStart: "2020-01-31 18:00:00", dateEnd: "2999-01-31 18:00:00" });
  expect(await shownTo(learner)).toEqual(["shown"]);
  const { answer } = await sendCall(server, listAnnouncements, { as });
  expect(answer.announcements.map(({ state, content }) => [content.en, state])).toEqual([
    ["shown", "shown"],
    ["off", "off"],
    ["over", "over"],
    ["planned", "planned"],
  ]);
  expect(answer.announcements[3]?.dateStart).toBe("2999-01-31 18:00:00");
  const stored = await server.owner
    .selectFrom("announcement")
    .select("starts_at")
    .where("id", "=", answer.announcements[3]?.id ?? 0)
    .executeTakeFirstOrThrow();
  expect(stored.starts_at?.toISOString()).toBe("2999-01-31T09:00:00.000Z");
});

it("of several a reader gets five: sticky ones first, then the newest", async () => {
  const { site, learner, shownTo } = await buildWorld();
  for (const text of ["1", "2", "3", "4", "5", "6"]) await buildAnnouncement(site, { text, sticky: text === "1" });
  expect(await shownTo(learner)).toEqual(["1", "6", "5", "4", "3"]);
});

it("of two concurrent changes to one announcement the second gets 409; only a changed text is new for readers", async () => {
  const { site, administrator: as, learner } = await buildWorld();
  const id = await buildAnnouncement(site);
  const params = { id: String(id) };
  const change = (body: object) =>
    sendCall(server, updateAnnouncement, { as, params, body: { ...BODY, ...body } as never });
  const shownVersion = async () =>
    (await sendCall(server, getAnnouncement, { as: learner })).answer.announcements[0]?.version;
  expect((await change({ version: 1, sticky: true })).answer).toMatchObject({ version: 2, sticky: true });
  expect(await shownVersion()).toBe(1);
  const late = await change({ version: 1, content: { en: "<p>Mine</p>" } });
  expect([late.status, late.failure.data]).toEqual([409, ["changedSince"]]);
  expect((await change({ version: 2, content: { en: "<p>On Saturday</p>" } })).answer.version).toBe(3);
  expect(await shownVersion()).toBe(2);
});

it("a deleted announcement is hidden until it is restored; after 30 days it cannot be", async () => {
  const { site, administrator: as, learner, shownTo } = await buildWorld();
  const params = { id: String(await buildAnnouncement(site)) };
  expect((await sendCall(server, deleteAnnouncement, { as, params })).status).toBe(204);
  expect((await sendCall(server, deleteAnnouncement, { as, params })).status).toBe(404);
  expect(await shownTo(learner)).toEqual([]);
  expect((await sendCall(server, listAnnouncements, { as })).answer.announcements).toEqual([]);
  expect((await sendCall(server, restoreAnnouncement, { as, params })).status).toBe(200);
  expect(await shownTo(learner)).toHaveLength(1);
  await sendCall(server, deleteAnnouncement, { as, params });
  const deletedAt = new Date(Date.now() - 31 * 24 * 60 * 60 * 1000);
  await server.owner
    .updateTable("announcement")
    .set({ deleted_at: deletedAt })
    .where("id", "=", Number(params.id))
    .execute();
  const other = { id: String(await buildAnnouncement(site)) };
  await sendCall(server, deleteAnnouncement, { as, params: other });
  expect((await sendCall(server, restoreAnnouncement, { as, params })).status).toBe(404);
  expect((await sendCall(server, restoreAnnouncement, { as, params: other })).status).toBe(200);
});

it("invalid input is rejected with a message, and a site has up to 100 announcements", async () => {
  const { site, administrator: as } = await buildWorld();
  const send = async (body: object) => {
    const { status, failure } = await sendCall(server, createAnnouncement, { as, body: { ...BODY, ...body } as never });
    return [status, failure.message] as const;
  };
  const dates = { dateStart: "2027-01-31 18:00:00", dateEnd: "2027-01-31 18:00:00" };
  expect(await send(dates)).toEqual([400, "The end must be after the start."]);
  expect(await send({ content: { en: "<script>1</script>" } })).toEqual([
    400,
    "Enter a text in at least one language.",
  ]);
  expect((await send({ content: { en: "<p> </p>" } }))[1]).toContain("enter a text in at least one language");
  expect((await send({ readers: [] }))[1]).toContain("choose at least one role");
  expect((await send({ readers: ["guest", "guest"] }))[0]).toBe(400);
  expect((await send({ content: { en: "x".repeat(4_001) } }))[0]).toBe(400);
  for (let made = 0; made < ANNOUNCEMENTS_MAX; made += 1) await buildAnnouncement(site);
  expect(await send({})).toEqual([409, "A site can have up to 100 announcements. Delete some first."]);
});
