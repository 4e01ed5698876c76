import { existsSync, readdirSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { HOST_MEDIA_TYPE } from "@parfocal/core/host-sign-in/host-media-token.ts";
import { takeHostMedia } from "@parfocal/core/media/host-media.contract.ts";
import { deleteMedia, listMedia } from "@parfocal/core/media/media.contract.ts";
import { MEDIA_MAX_BYTES } from "@parfocal/core/media/media-limits.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildHost } from "#testing/build-host.ts";
import { colourPng } from "#testing/build-media.ts";
import { buildSite } from "#testing/build-site.ts";
import { buildUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";

let server: TestServer;
let hostServer: Server;
let hostUrl: string;
let png: Buffer;
/** The responses of the host, and the requests it received. */
let answerFile: (request: IncomingMessage, response: ServerResponse) => void;
let received: { readonly url: string | undefined; readonly token: unknown }[] = [];

beforeAll(async () => {
  server = await createTestServer({ hostNetworks: ["127.0.0.1"] });
  png = await colourPng(40, 30);
  hostServer = createServer((request, response) => {
    // A token with an unknown key makes the server fetch the keys.
    if (request.url?.endsWith("keys")) return void response.end('{"keys":[]}');
    received.push({ url: request.url, token: request.headers["x-site-token"] });
    answerFile(request, response);
  });
  await new Promise<void>((resolve) => hostServer.listen(0, "127.0.0.1", resolve));
  hostUrl = `http://127.0.0.1:${(hostServer.address() as AddressInfo).port}`;
});
afterAll(async () => {
  hostServer.closeAllConnections();
  hostServer.close();
  await server.close();
});
beforeEach(() => {
  received = [];
  answerFile = (_request, response) => response.end(png);
});

async function buildWorld({ keysPath = "/wp-json/parfocal/v1/keys" } = {}) {
  const site = await buildSite(server);
  const host = await buildHost(site);
  const setKeysUrl = (keysUrl: string) =>
    server.owner.updateTable("site").set({ host_keys_url: keysUrl }).where("id", "=", site.id).execute();
  await setKeysUrl(hostUrl + keysPath);
  const now = Math.floor(Date.now() / 1000);
  const choice = (id: string, claims: object = {}, file: object = {}) => {
    const media = {
      provider: "wordpress",
      id,
      filename: "Kidney, PAS.png",
      title: "Kidney",
      bytes: png.length,
      ...file,
    };
    return host.token({ exp: now + 110, media, ...claims }, { typ: HOST_MEDIA_TYPE });
  };
  const session = (claims: object = {}) => ({ "x-site-token": host.token({ roles: ["teacher"], ...claims }) });
  const take = (
    id: string,
    token: string,
    { body = {}, headers = session() }: { body?: object; headers?: object } = {},
  ) =>
    sendCall(server, takeHostMedia, {
      siteId: site.id,
      body: { provider: "wordpress", id, token, ...body } as never,
      headers: headers as Record<string, string>,
    });
  const library = async () => (await sendCall(server, listMedia, { siteId: site.id, headers: session() })).answer.files;
  const stored = () => {
    const folder = server.platform.folders.media(site.id);
    return existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  };
  return { site, host, choice, session, take, library, stored, setKeysUrl };
}

const problemOf = ({ status, failure }: { status: number; failure?: { data: readonly unknown[] } | undefined }) =>
  `${status} ${failure?.data[0]}`;

describe("a file transferred by the host", () => {
  it("is requested beside its keys with its token, and is a file of the library with its origin", async () => {
    const { take, choice, library } = await buildWorld();
    const token = choice("45");
    const { status, answer } = await take("45", token);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      ...{ title: "Kidney", filename: "Kidney, PAS.png", mimeType: "image/png", width: 40, height: 30 },
      ...{ createdBy: "Ada Host", folderId: null, origin: { provider: "wordpress", id: "45" } },
    });
    expect(received).toEqual([{ url: "/wp-json/parfocal/v1/media/45", token }]);
    expect(await library()).toEqual([answer]);
  });

  it("is one file however often it is chosen, also by several people at once, and is requested once", async () => {
    const { take, choice, library, session } = await buildWorld();
    const both = await Promise.all([
      take("45", choice("45")),
      take("45", choice("45", { sub: "8" }), { headers: session({ sub: "8", sid: "s8" }) }),
    ]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    received = [];
    const again = await take("45", choice("45"));
    expect(again.answer?.id).toBe(both[0]?.answer?.id);
    expect(received).toEqual([]);
    expect(await library()).toHaveLength(1);
    expect((await take("46", choice("46"))).answer?.id).not.toBe(again.answer?.id);
  });

  it("is copied again after its copy was deleted, and for another host with the same number", async () => {
    const { site, take, choice, session, library } = await buildWorld();
    const first = await take("45", choice("45"));
    const params = { id: String(first.answer?.id) };
    await sendCall(server, deleteMedia, { siteId: site.id, params, headers: session() });
    const second = await take("45", choice("45"));
    expect(second.answer?.id).not.toBe(first.answer?.id);
    await server.owner
      .updateTable("media_file")
      .set({ host: "https://former.example" } as never)
      .where("site_id", "=", site.id)
      .execute();
    const third = await take("45", choice("45"));
    expect(third.answer?.id).not.toBe(second.answer?.id);
    expect(await library()).toHaveLength(2);
  });

  it("has its file name as title if the host gives none, without folders", async () => {
    const { take, choice } = await buildWorld();
    const { answer } = await take("45", choice("45", {}, { title: "  ", filename: "../../etc/liver.png" }));
    expect(answer).toMatchObject({ title: "liver", filename: "liver.png" });
  });

  it("is also read from a WordPress with plain permalinks", async () => {
    const { take, choice } = await buildWorld({ keysPath: "/index.php?rest_route=/parfocal/v1/keys" });
    expect((await take("45", choice("45"))).status).toBe(200);
    expect(received.map(({ url }) => url)).toEqual(["/index.php?rest_route=/parfocal/v1/media/45"]);
  });
});

describe("is rejected without a request to the host:", () => {
  const now = Math.floor(Date.now() / 1000);
  const cases: readonly (readonly [what: string, claims: object, file: object, problem: string])[] = [
    ["a choice of another person", { sub: "8" }, {}, "siteToken.person"],
    ["another file", {}, { id: "46" }, "siteToken.otherFile"],
    ["another kind of host", {}, { provider: "drupal" }, "siteToken.otherFile"],
    ["a choice that has expired", { iat: now - 110, exp: now - 1 }, {}, "siteToken.expired"],
    ["a choice that lives for long", { exp: now + 300 }, {}, "siteToken.tooLong"],
    ["another host", { iss: "https://evil.example" }, {}, "siteToken.issuer"],
    ["another audience", { aud: "other" }, {}, "siteToken.audience"],
    ["another site", { site: "0" }, {}, "siteToken.site"],
    ["a file without bytes", {}, { bytes: 0 }, "siteToken.malformed"],
    ["no file", { media: null }, {}, "siteToken.malformed"],
  ];
  for (const [what, claims, file, problem] of cases)
    it(what, async () => {
      const { take, choice } = await buildWorld();
      expect(problemOf(await take("45", choice("45", claims, file)))).toBe(`400 ${problem}`);
      expect(received).toEqual([]);
    });

  it("tokens of other types and keys, and values that are not a number or name", async () => {
    const { host, take, choice } = await buildWorld();
    const elsewhere = await buildWorld();
    expect(problemOf(await take("45", host.token()))).toBe("400 siteToken.malformed");
    expect(problemOf(await take("45", "x"))).toBe("400 siteToken.malformed");
    expect(problemOf(await take("45", elsewhere.choice("45")))).toBe("400 siteToken.unknownKey");
    for (const id of ["", "0", "-1", "4.5", "45/../46", "../45", "http://evil.example", "1".repeat(16)])
      expect((await take(id, choice(id))).status, id).toBe(400);
    expect((await take("45", choice("45"), { body: { provider: "../x" } })).status).toBe(400);
    expect((await take("45", choice("45"), { body: { url: "http://evil.example" } })).status).toBe(400);
    expect(received).toEqual([]);
  });

  it("people who do not manage content, or are not signed in by the host", async () => {
    const { site, take, choice, session } = await buildWorld();
    expect((await take("45", choice("45"), { headers: session({ roles: ["student"] }) })).status).toBe(403);
    expect((await take("45", choice("45"), { headers: {} })).status).toBe(401);
    const teacher = await buildUser(site, { role: "teacher" });
    const body = { provider: "wordpress", id: "45", token: choice("45") };
    expect(problemOf(await sendCall(server, takeHostMedia, { as: teacher, body: body as never }))).toBe(
      "400 siteToken.person",
    );
    expect(received).toEqual([]);
  });

  it("a file that is too large, a host without files, and an address that is not allowed", async () => {
    const { take, choice, setKeysUrl } = await buildWorld();
    expect((await take("45", choice("45", {}, { bytes: MEDIA_MAX_BYTES + 1 }))).status).toBe(413);
    await setKeysUrl(`${hostUrl}/jwks.json`);
    expect(problemOf(await take("45", choice("45")))).toBe("404 hostMedia.missing");
    await setKeysUrl("http://10.0.0.1/keys");
    expect(problemOf(await take("45", choice("45")))).toBe("503 hostMedia.away");
    expect(received).toEqual([]);
  });
});

describe("the host's response is rejected, and nothing of it is kept:", () => {
  const zip = Buffer.from("PK\u0003\u0004 not a picture");
  const broken = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);
  const cases: readonly (readonly [what: string, answer: typeof answerFile, bytes: number | null, problem: string])[] =
    [
      ["a type that its bytes do not have", (_, to) => to.end(zip), zip.length, "400 media.typeNotAllowed"],
      ["a picture that cannot be read", (_, to) => to.end(broken), broken.length, "400 files.broken"],
      ["fewer bytes than it has signed", (_, to) => to.end(png.subarray(0, 40)), null, "503 hostMedia.away"],
      ["more bytes than it has signed", (_, to) => to.end(Buffer.concat([png, png])), null, "503 hostMedia.away"],
      ["nothing", (_, to) => to.end(), null, "400 file"],
      ["that there is none", (_, to) => to.writeHead(404).end(png), null, "404 hostMedia.missing"],
      ["that the person may not", (_, to) => to.writeHead(403).end(png), null, "404 hostMedia.missing"],
      ["an error", (_, to) => to.writeHead(500).end(png), null, "503 hostMedia.away"],
      ["another address", (_, to) => to.writeHead(302, { location: "/x" }).end(png), null, "503 hostMedia.away"],
      [
        "half of it",
        (_, to) => to.writeHead(200, { "content-length": "99999" }).write(png, () => to.destroy()),
        null,
        "503 hostMedia.away",
      ],
    ];
  for (const [what, answer, bytes, problem] of cases)
    it(what, async () => {
      const { take, choice, library, stored } = await buildWorld();
      answerFile = answer;
      const got = await take("45", choice("45", {}, { bytes: bytes ?? png.length }));
      expect(problemOf(got)).toBe(problem);
      expect(received).toHaveLength(1);
      expect(await library()).toEqual([]);
      expect(stored()).toEqual([]);
    });

  it("a type that is not accepted there, also for an existing copy", async () => {
    const { take, choice, library } = await buildWorld();
    const pdf = { body: { accept: "application/pdf" } };
    expect(problemOf(await take("45", choice("45"), pdf))).toBe("400 media.typeNotAllowed");
    expect(await library()).toEqual([]);
    expect((await take("45", choice("45"), { body: { accept: "image/png,image/gif" } })).status).toBe(200);
    expect(problemOf(await take("45", choice("45"), pdf))).toBe("400 media.typeNotAllowed");
  });
});
