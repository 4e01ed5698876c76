/** SEC-04, for everything visible through a share: slides, folders, and all their images. */
import { rm } from "node:fs/promises";
import { getDeepZoomTile } from "@parfocal/core/deep-zoom/deep-zoom.contract.ts";
import { getIiifInformation, getManifest } from "@parfocal/core/iiif/iiif.contract.ts";
import { getImageByPost } from "@parfocal/core/image/image.contract.ts";
import { listOwnNotes } from "@parfocal/core/note/note.contract.ts";
import { closeSession } from "@parfocal/core/session/session.contract.ts";
import { createFolderShare, createShare, deleteShare, getShare } from "@parfocal/core/share/share.contract.ts";
import { deleteCourse, deleteFolder, getTree } from "@parfocal/core/structure/structure.contract.ts";
import { getAssociatedImage, getThumbnail, getTile } from "@parfocal/core/tile/tile.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withSite } from "#platform/db/database.ts";
import { buildCourse, buildFolder } from "#testing/build-content.ts";
import { buildShare, type TestShare } from "#testing/build-share.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide, type TestSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { labelledSlide } from "#testing/labelled-slide.ts";
import { addressOf, sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const UNKNOWN = (siteId: number) => `${siteId}.${"A".repeat(32)}`;
const PAST = "2020-01-31 12:00:00";
const FUTURE = "2099-01-31 12:00:00";

async function buildShared() {
  const site = await buildSite(server);
  const courseId = await buildCourse(site);
  const folderId = await buildFolder(site, { parentId: courseId });
  const slide = await buildSlide(site, {
    parentId: folderId,
    title: "A secret name",
    file: await labelledSlide(server),
  });
  const other = await buildSlide(site, { parentId: courseId });
  const teacher = await buildUser(site, { role: "teacher" });
  const learner = await buildUser(site);
  return { site, courseId, folderId, slide, other, teacher, learner };
}

/** The response of each call that reads a slide's images, to a person without a session. */
async function picturesBy(share: string, { id, version }: TestSlide, headers: Record<string, string> = {}) {
  const picture = { imageId: id, version };
  const addresses = {
    tile: `${addressOf(getTile, { ...picture, level: 0, x: 0, y: 0 })}?share=${share}`,
    thumbnail: `${addressOf(getThumbnail, picture)}?share=${share}`,
    deepZoom: `${addressOf(getDeepZoomTile, { folder: `${id}_files`, level: 3, tile: "0_0.jpg" })}?share=${share}`,
    iiif: `${addressOf(getIiifInformation, { identifier: id })}?share=${share}`,
    iiifByName: `/iiif/3/${id}~${share}/full/50,/0/default.jpg`,
    manifest: `${addressOf(getManifest, { kind: "image", id })}?share=${share}`,
  };
  const statuses: Record<string, number> = {};
  for (const [name, url] of Object.entries(addresses)) {
    statuses[name] = (await server.app.inject({ url, headers })).statusCode;
  }
  return statuses;
}

const all = (status: number) => ({
  tile: status,
  thumbnail: status,
  deepZoom: status,
  iiif: status,
  iiifByName: status,
  manifest: status,
});

const readShare = (token: string, as: TestUser | null = null) => sendCall(server, getShare, { as, params: { token } });

describe("a share of a slide", () => {
  it("is created by anyone who can see it; the database has its token only as a hash and encrypted", async () => {
    const { site, slide, learner } = await buildShared();
    const { status, answer } = await sendCall(server, createShare, {
      as: learner,
      body: { shareType: "slide", itemId: slide.id, center: [30, 40], zoom: 2.5, expirationDate: FUTURE },
    });
    expect(status).toBe(200);
    expect(answer.token).toMatch(new RegExp(`^${site.id}\\.[A-Za-z0-9_-]{32}$`));
    expect(answer.url).toBe(`http://localhost/share/${answer.token}`);
    const { rows } = await sql<{ text: string }>`SELECT share::text AS text FROM share WHERE id = ${answer.id}`.execute(
      server.owner,
    );
    expect(rows[0]?.text).not.toContain(answer.token.split(".")[1]);
    const { answer: opened } = await readShare(answer.token);
    expect(opened).toMatchObject({
      shareType: "slide",
      itemId: slide.id,
      title: "A secret name",
      center: [30, 40],
      zoom: 2.5,
      expirationDate: FUTURE,
    });
  });

  for (const flag of ["requireAuth", "hideAnnotations", "hideSlideInformation", "hideToolbar"]) {
    it(`stores ${flag} as chosen, and changes nothing else`, async () => {
      const { slide, learner } = await buildShared();
      const updated = {
        requireAuth: flag === "requireAuth",
        hideAnnotations: flag === "hideAnnotations",
        hideSlideInformation: flag === "hideSlideInformation",
        hideToolbar: flag === "hideToolbar",
      };
      const body = { shareType: "slide", itemId: slide.id, ...updated } as const;
      const { answer } = await sendCall(server, createShare, { as: learner, body });
      expect(answer).toMatchObject({ ...updated, isActive: true, expirationDate: null });
      expect((await readShare(answer.token, learner)).answer).toMatchObject(updated);
    });
  }

  it("that is deactivated opens nothing, and no two have the same token", async () => {
    const { slide, learner } = await buildShared();
    const make = async (isActive: boolean) =>
      (await sendCall(server, createShare, { as: learner, body: { shareType: "slide", itemId: slide.id, isActive } }))
        .answer;
    const [inactive, active] = [await make(false), await make(true)];
    expect([inactive.isActive, (await readShare(inactive.token)).status]).toEqual([false, 404]);
    expect((await readShare(active.token)).status).toBe(200);
    expect(inactive.token).not.toBe(active.token);
  });

  it("opens the slide's images to its holder, at URLs with the token, and no other slide's", async () => {
    const { site, slide, other, teacher } = await buildShared();
    const { token } = await buildShare(site, { createdBy: teacher, itemId: slide.id });
    expect(await picturesBy(token, slide)).toEqual(all(200));
    expect(await picturesBy(token, other)).toEqual(all(404));
    const { answer } = await readShare(token);
    for (const path of [answer.slideInformation?.tilesMapUrl, answer.thumbnail]) {
      const url = path?.replace("{z}", "0").replace("{x}", "0").replace("{y}", "0") ?? "";
      expect((await server.app.inject({ url })).statusCode, url).toBe(200);
    }
  });

  it("never opens the label, nor makes anyone a content manager", async () => {
    const { site, slide, teacher } = await buildShared();
    const { token } = await buildShare(site, { createdBy: teacher, itemId: slide.id });
    const label = (as: TestUser | null, query: Record<string, string>) =>
      server.app.inject({
        url: addressOf(getAssociatedImage, { imageId: slide.id, version: slide.version, name: "label" }),
        query,
        headers: as ? { "x-site-token": as.token } : {},
      });
    expect((await label(teacher, {})).statusCode).toBe(200);
    expect((await label(null, { share: token })).statusCode).toBe(404);
    expect((await label(teacher, { share: token })).statusCode).toBe(404);
  });

  it("hides what it is set to hide, for signed-in people too", async () => {
    const { site, slide, teacher, learner } = await buildShared();
    const { token } = await buildShare(site, { createdBy: teacher, itemId: slide.id, hideSlideInformation: true });
    for (const as of [null, learner, teacher]) {
      const { answer, raw } = await readShare(token, as);
      expect(answer).not.toHaveProperty("title");
      expect(raw.body).not.toContain("A secret name");
      expect(answer.slideInformation?.width).toBe(150);
    }
  });
});

describe("has the same answer if unknown, inactive, expired, or if its slide or creator is deleted", () => {
  type Shared = Awaited<ReturnType<typeof buildShared>>;
  const make = (shared: Shared, options: object): Promise<TestShare> =>
    buildShare(shared.site, { createdBy: shared.teacher, itemId: shared.slide.id, ...options });
  const asSite = (site: TestSite, change: (db: Parameters<Parameters<typeof withSite>[2]>[0]) => Promise<unknown>) =>
    withSite(server.platform.database, site.id, change);

  const closed: [name: string, token: (shared: Shared) => Promise<string>][] = [
    ["unknown", async ({ site }) => UNKNOWN(site.id)],
    ["of a site that is not there", async () => UNKNOWN(999_999)],
    ["no token at all", async () => "abc"],
    ["the number of a share", async (shared) => String((await make(shared, {})).id)],
    ["inactive", async (shared) => (await make(shared, { isActive: false })).token],
    ["expired", async (shared) => (await make(shared, { expirationDate: PAST })).token],
    [
      "of a slide in the bin",
      async (shared) => {
        const { token } = await make(shared, {});
        await asSite(shared.site, (db) =>
          db.updateTable("item").set({ deleted_at: new Date() }).where("id", "=", shared.slide.id).execute(),
        );
        return token;
      },
    ],
    [
      "of a slide whose folder is in the bin",
      async (shared) => {
        const { token } = await make(shared, {});
        const params = { id: String(shared.folderId) };
        expect((await sendCall(server, deleteFolder, { as: shared.teacher, params, body: {} })).status).toBe(200);
        return token;
      },
    ],
    [
      "of a slide whose course is in the bin",
      async (shared) => {
        const { token } = await make(shared, {});
        const params = { id: String(shared.courseId) };
        expect((await sendCall(server, deleteCourse, { as: shared.teacher, params })).status).toBe(200);
        return token;
      },
    ],
    [
      "of someone who is suspended",
      async (shared) => {
        const { token } = await make(shared, {});
        await asSite(shared.site, (db) =>
          db.updateTable("site_user").set({ is_suspended: true }).where("id", "=", shared.teacher.id).execute(),
        );
        return token;
      },
    ],
    [
      "of a learner who may not see the slide any more",
      async (shared) => {
        const { token } = await make(shared, { createdBy: shared.learner });
        await asSite(shared.site, (db) =>
          db.updateTable("placement").set({ is_active: false }).where("item_id", "=", shared.slide.id).execute(),
        );
        return token;
      },
    ],
    [
      "with another site's token",
      async (shared) => {
        const foreign = await buildShared();
        const { token } = await buildShare(foreign.site, { createdBy: foreign.teacher, itemId: foreign.slide.id });
        const secret = token.split(".")[1];
        return `${shared.site.id}.${secret}`;
      },
    ],
  ];
  for (const [name, tokenOf] of closed) {
    it(name, async () => {
      const shared = await buildShared();
      const token = await tokenOf(shared);
      const { status, failure } = await readShare(token);
      expect([status, failure.message]).toEqual([404, "Not found, or you do not have access to it."]);
      expect(await picturesBy(token, shared.slide)).toEqual(all(404));
      // A share that does not open gives no access to a person who cannot see the slide, and takes none from one who
      // can.
      const { status: own } = await sendCall(server, getThumbnail, {
        as: await buildUser(shared.site, { role: "teacher" }),
        params: { imageId: String(shared.slide.id), version: String(shared.slide.version) },
      });
      expect(own).toBe(name.includes("slide in the bin") ? 404 : 200);
    });
  }
});

it("that requires signing in says so, and does not accept a session of another site", async () => {
  const { site, slide, teacher, learner } = await buildShared();
  const stranger = await buildUser(await buildSite(server), { role: "administrator" });
  const { token } = await buildShare(site, { createdBy: teacher, itemId: slide.id, requireAuth: true });
  expect((await readShare(token)).status).toBe(401);
  expect((await readShare(token, stranger)).status).toBe(401);
  expect((await readShare(token, learner)).status).toBe(200);
  expect(await picturesBy(token, slide)).toEqual(all(401));
  expect(await picturesBy(token, slide, { "x-site-token": learner.token })).toEqual(all(200));
  await sendCall(server, closeSession, { as: learner });
  expect(await picturesBy(token, slide, { "x-site-token": learner.token })).toEqual(all(401));
});

it("names its site by its token: naming another beside it opens nothing", async () => {
  const { site, slide, teacher } = await buildShared();
  const foreign = await buildSite(server);
  const { token } = await buildShare(site, { createdBy: teacher, itemId: slide.id });
  expect(await picturesBy(token, slide, { "x-site-id": String(foreign.id) })).toEqual(all(404));
  expect(await picturesBy(token, slide, { "x-site-id": String(site.id) })).toEqual(all(200));
});

it("opens the calls that accept its token, and no others", async () => {
  const { site, slide, teacher } = await buildShared();
  const { token } = await buildShare(site, { createdBy: teacher, itemId: slide.id });
  const others = [
    addressOf(getImageByPost, { id: slide.id }),
    addressOf(listOwnNotes, { id: slide.id }),
    addressOf(getTree, {}),
  ];
  for (const url of others) {
    const headers = { "x-site-id": String(site.id) };
    const { statusCode } = await server.app.inject({ url, query: { share: token }, headers });
    expect(statusCode, url).toBe(401);
  }
});

describe("a share of a folder", () => {
  it("opens the active slides in it at any depth, and nothing beside it", async () => {
    const { site, folderId, slide, other, learner, teacher } = await buildShared();
    const innerId = await buildFolder(site, { parentId: folderId });
    const deep = await buildSlide(site, { parentId: innerId });
    const inactive = await buildSlide(site, { parentId: folderId, isActive: false });
    for (const as of [learner, teacher]) {
      const { answer } = await sendCall(server, createFolderShare, { as, body: { itemId: folderId } });
      expect((await readShare(answer.token)).answer).toMatchObject({ shareType: "folder", slideInformation: null });
      for (const seen of [slide, deep]) expect(await picturesBy(answer.token, seen)).toEqual(all(200));
      for (const unseen of [inactive, other]) expect(await picturesBy(answer.token, unseen)).toEqual(all(404));
    }
  });
});

describe("is rejected", () => {
  it("for an item that is not visible, or of another content type", async () => {
    const { site, courseId, folderId, slide, learner, teacher } = await buildShared();
    const hidden = await buildSlide(site, { parentId: courseId, isActive: false });
    const shareOf = async (as: TestUser, itemId: number) =>
      (await sendCall(server, createShare, { as, body: { shareType: "slide", itemId } })).status;
    expect(await shareOf(learner, hidden.id)).toBe(404);
    expect(await shareOf(teacher, hidden.id)).toBe(200);
    expect(await shareOf(learner, folderId)).toBe(404);
    const asFolder = await sendCall(server, createFolderShare, { as: learner, body: { itemId: slide.id } });
    expect(asFolder.status).toBe(404);
  });

  const dates = ["tomorrow", "2027-02-30 12:00:00", "2027-13-01 12:00:00", "2027-01-01", "2027-01-01T12:00:00Z"];
  for (const expirationDate of dates) {
    it(`with the date ${expirationDate}`, async () => {
      const { slide, learner } = await buildShared();
      const body = { shareType: "slide", itemId: slide.id, expirationDate } as const;
      expect((await sendCall(server, createShare, { as: learner, body })).status).toBe(400);
    });
  }

  it("with a link on a page outside the site", async () => {
    const site = await buildSite(server, { origins: ["https://teaching.example.org"] });
    const slide = await buildSlide(site);
    const learner = await buildUser(site);
    const linkOn = async (hostUrl: string) =>
      sendCall(server, createShare, { as: learner, body: { shareType: "slide", itemId: slide.id, hostUrl } });
    const { answer } = await linkOn("https://teaching.example.org/slides/12?x=1");
    expect(answer.url).toBe(`https://teaching.example.org/share/${answer.token}`);
    expect((await linkOn("http://localhost:80/s1/")).status).toBe(200);
    for (const url of [
      "https://evil.example",
      "https://teaching.example.org.evil.example/",
      "javascript:alert(1)",
      "x",
    ]) {
      expect((await linkOn(url)).status, url).toBe(400);
    }
  });
});

it("the expiration is in the site's time zone", async () => {
  const { site, slide, learner } = await buildShared();
  await server.owner.updateTable("site").set({ time_zone: "Asia/Tokyo" }).where("id", "=", site.id).execute();
  const body = { shareType: "slide", itemId: slide.id, expirationDate: FUTURE } as const;
  const { answer } = await sendCall(server, createShare, { as: learner, body });
  const { rows } = await sql<{ at: Date }>`SELECT expires_at AS at FROM share WHERE id = ${answer.id}`.execute(
    server.owner,
  );
  expect(rows[0]?.at.toISOString()).toBe("2099-01-31T03:00:00.000Z");
  expect((await readShare(answer.token)).answer.expirationDate).toBe(FUTURE);
});

it("is revoked by its creator or a content manager, and by nobody else", async () => {
  const { site, slide, learner, teacher } = await buildShared();
  const other = await buildUser(site);
  const revoke = async (as: TestUser, { id }: TestShare) =>
    (await sendCall(server, deleteShare, { as, params: { id: String(id) } })).status;
  const first = await buildShare(site, { createdBy: learner, itemId: slide.id });
  expect(await revoke(other, first)).toBe(404);
  expect((await readShare(first.token)).status).toBe(200);
  expect(await revoke(learner, first)).toBe(204);
  expect((await readShare(first.token)).status).toBe(404);
  expect(await picturesBy(first.token, slide)).toEqual(all(404));
  const second = await buildShare(site, { createdBy: learner, itemId: slide.id });
  expect(await revoke(teacher, second)).toBe(204);
});

it("a token is in no log and in no cache tag, not even if reading fails", async () => {
  const { site, teacher } = await buildShared();
  const slide = await buildSlide(site);
  const { token } = await buildShare(site, { createdBy: teacher, itemId: slide.id });
  await rm(slide.path);
  const failed = await server.app.inject({ url: `/tiles/${slide.id}/${slide.version}/0/0/0?share=${token}` });
  expect(failed.statusCode).toBe(500);
  expect(server.logLines.some((line) => line.includes("request failed"))).toBe(true);
  expect(server.logLines.join("\n")).not.toContain(token.split(".")[1]);
  const fine = await buildSlide(site);
  const other = await buildShare(site, { createdBy: teacher, itemId: fine.id });
  const answered = await server.app.inject({ url: `/tiles/${fine.id}/${fine.version}/0/0/0?share=${other.token}` });
  expect(answered.statusCode).toBe(200);
  expect(JSON.stringify(answered.headers)).not.toContain(other.token);
});
