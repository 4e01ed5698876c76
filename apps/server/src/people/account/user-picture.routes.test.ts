import { deleteUserPicture, getUserPicture, setUserPicture } from "@parfocal/core/account/user-picture.contract.ts";
import { getSession } from "@parfocal/core/session/session.contract.ts";
import { listUsers } from "@parfocal/core/user/manage-users.contract.ts";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

const plain = (width: number, height: number, background = "#aa2200") =>
  sharp({ create: { width, height, channels: 3, background } });
const asDataUrl = (format: string, bytes: Buffer) => `data:image/${format};base64,${bytes.toString("base64")}`;
const setPicture = (as: TestUser, dataUrl: string) => sendCall(server, setUserPicture, { as, body: { dataUrl } });
const fetchPicture = (as: TestUser | null, id: number, key: string, headers = {}) =>
  sendCall(server, getUserPicture, { as, params: { id: String(id), key }, headers });
const keyOf = async (as: TestUser) => (await sendCall(server, getSession, { as })).answer.user?.pictureKey;

describe("the picture of a person", () => {
  it.each(["png", "jpeg", "webp"] as const)("is stored as a square WebP without metadata: %s", async (format) => {
    const user = await buildUser(await buildSite(server));
    const sent = await plain(300, 200)
      .withExif({ IFD0: { Copyright: "secret place" } })
      .toFormat(format)
      .toBuffer();
    expect(sent.includes("secret place")).toBe(true);
    const { answer } = await setPicture(user, asDataUrl(format, sent));
    expect(await keyOf(user)).toBe(answer.pictureKey);
    const { status, raw } = await fetchPicture(user, user.id, answer.pictureKey);
    expect(status).toBe(200);
    expect(raw.headers).toMatchObject({
      "content-type": "image/webp",
      "cache-control": "private, max-age=86400",
      "x-content-type-options": "nosniff",
      vary: expect.stringContaining("cookie"),
    });
    const { width, height, format: stored, exif } = await sharp(raw.rawPayload).metadata();
    expect([width, height, stored, exif]).toEqual([256, 256, "webp", undefined]);
    const again = await fetchPicture(user, user.id, answer.pictureKey, { "if-none-match": raw.headers.etag });
    expect(again.status).toBe(304);
  });

  it("is shown to people of the site, not to guests and not to other sites", async () => {
    const site = await buildSite(server);
    const [user, colleague] = [await buildUser(site), await buildUser(site)];
    const { answer } = await setPicture(user, asDataUrl("png", await plain(9, 9).png().toBuffer()));
    const statusFor = async (as: TestUser | null) => (await fetchPicture(as, user.id, answer.pictureKey)).status;
    expect(await statusFor(colleague)).toBe(200);
    expect(await statusFor(null)).toBe(401);
    expect(await statusFor(await buildUser(await buildSite(server)))).toBe(404);
    expect((await fetchPicture(colleague, user.id, "0".repeat(32))).status).toBe(404);
    expect((await fetchPicture(colleague, user.id, "no-key")).status).toBe(404);
  });

  it("is replaced and deleted, and listed with the person; the former key has no picture", async () => {
    const site = await buildSite(server);
    const administrator = await buildUser(site, { role: "administrator" });
    const listed = async () => (await sendCall(server, listUsers, { as: administrator })).answer.users[0]?.pictureKey;
    expect(await listed()).toBeNull();
    const keys: string[] = [];
    for (const colour of ["#aa2200", "#0022aa"]) {
      const sent = await plain(20, 20, colour).png().toBuffer();
      keys.push((await setPicture(administrator, asDataUrl("png", sent))).answer.pictureKey);
    }
    const [former = "", last = ""] = keys;
    expect(await listed()).toBe(last);
    expect((await fetchPicture(administrator, administrator.id, former)).status).toBe(404);
    expect((await fetchPicture(administrator, administrator.id, last)).status).toBe(200);
    expect((await sendCall(server, deleteUserPicture, { as: administrator })).status).toBe(204);
    expect(await listed()).toBeNull();
    expect((await fetchPicture(administrator, administrator.id, last)).status).toBe(404);
  });

  it("is deleted with the person", async () => {
    const site = await buildSite(server);
    const user = await buildUser(site);
    await setPicture(user, asDataUrl("png", await plain(9, 9).png().toBuffer()));
    const count = async () =>
      (await server.owner.selectFrom("user_picture").select("user_id").where("site_id", "=", site.id).execute()).length;
    expect(await count()).toBe(1);
    await server.owner.deleteFrom("site_user").where("site_id", "=", site.id).where("id", "=", user.id).execute();
    expect(await count()).toBe(0);
  });

  it("is rejected if it is not an image, damaged or too large, and the former one is kept", async () => {
    const user = await buildUser(await buildSite(server));
    const good = await plain(40, 40).png().toBuffer();
    const { pictureKey } = (await setPicture(user, asDataUrl("png", good))).answer;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const wrong = [
      "",
      "https://example.org/a.png",
      asDataUrl("svg+xml", svg),
      asDataUrl("png", svg),
      asDataUrl("gif", await plain(9, 9).gif().toBuffer()),
      asDataUrl("png", good.subarray(0, 60)),
      asDataUrl("png", await plain(2001, 2000).png().toBuffer()),
    ];
    for (const dataUrl of wrong) {
      const { status, failure } = await setPicture(user, dataUrl);
      expect([status, failure.data]).toEqual([400, ["dataUrl"]]);
    }
    const long = await setPicture(user, `data:image/png;base64,${"A".repeat(2 * 1024 * 1024)}`);
    expect(long.status).toBeGreaterThanOrEqual(400);
    expect(long.status).toBeLessThan(500);
    expect(await keyOf(user)).toBe(pictureKey);
  });
});
