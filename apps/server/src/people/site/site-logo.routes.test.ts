import { getSession } from "@parfocal/core/session/session.contract.ts";
import { deleteSiteLogo, getSiteLogo, setSiteLogo } from "@parfocal/core/site/site-logo.contract.ts";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { addressOf, sendCall } from "#testing/send-call.ts";
import { type SharedTestServer, sharedTestServer } from "#testing/test-server.ts";

let server: SharedTestServer;
beforeAll(async () => {
  server = await sharedTestServer();
});

async function pngOf(width: number, height: number): Promise<string> {
  const background = { r: 200, g: 30, b: 30, alpha: 0.5 };
  const bytes = await sharp({ create: { width, height, channels: 4, background } })
    .png()
    .toBuffer();
  return `data:image/png;base64,${bytes.toString("base64")}`;
}

it("a logo is resized, re-encoded, shown to guests, replaced with a new key, and removed", async () => {
  const site = await buildSite(server);
  const as = await buildUser(site, { role: "administrator" });
  const logoNow = async () => (await sendCall(server, getSession, { siteId: site.id })).answer.site.logo;
  const bytesOf = (key: string) => server.app.inject({ url: addressOf(getSiteLogo, { site: String(site.id), key }) });
  expect(await logoNow()).toBeNull();
  const { answer: wide } = await sendCall(server, setSiteLogo, { as, body: { dataUrl: await pngOf(960, 128) } });
  expect(wide).toMatchObject({ widthPx: 480, heightPx: 64 });
  expect(await logoNow()).toEqual(wide);
  const image = await bytesOf(wide.key);
  expect([image.statusCode, image.headers["content-type"]]).toEqual([200, "image/webp"]);
  expect(image.headers["content-security-policy"]).toBe("default-src 'none'; sandbox");
  expect(await sharp(image.rawPayload).metadata()).toMatchObject({ format: "webp", width: 480, hasAlpha: true });
  const { answer: small } = await sendCall(server, setSiteLogo, { as, body: { dataUrl: await pngOf(60, 30) } });
  expect(small).toMatchObject({ widthPx: 60, heightPx: 30 });
  expect((await bytesOf(wide.key)).statusCode).toBe(404);
  const other = await buildSite(server);
  const params = { site: String(other.id), key: small.key };
  expect((await sendCall(server, getSiteLogo, { params })).status).toBe(404);
  expect((await sendCall(server, deleteSiteLogo, { as })).status).toBe(204);
  expect([await logoNow(), (await bytesOf(small.key)).statusCode]).toEqual([null, 404]);
});

it.each([
  [
    "an SVG",
    `data:image/svg+xml;base64,${Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64")}`,
  ],
  ["an SVG that calls itself a PNG", `data:image/png;base64,${Buffer.from("<svg/>").toString("base64")}`],
  ["a damaged PNG", "data:image/png;base64,iVBORw0KGgo="],
  ["no data URL", "https://example.org/logo.png"],
])("%s is rejected", async (_name, dataUrl) => {
  const as = await buildUser(await buildSite(server), { role: "administrator" });
  const { status, failure } = await sendCall(server, setSiteLogo, { as, body: { dataUrl } });
  expect([status, failure.data]).toEqual([400, ["dataUrl"]]);
});
