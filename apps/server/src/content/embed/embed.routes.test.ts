import { createEmbed, getEmbed, updateEmbed } from "@parfocal/core/embed/embed.contract.ts";
import { EMBED_PROBLEMS } from "@parfocal/core/site/embed-url.ts";
import { getEmbedHosts, putEmbedHosts } from "@parfocal/core/site/site.contract.ts";
import { EMBED_ADDRESSES, OWN_HOSTS } from "@parfocal/core/site/testing/embed-addresses.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
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
  const courseId = await buildCourse(site);
  const administrator = await buildUser(site, { role: "administrator" });
  const teacher = await buildUser(site, { role: "teacher" });
  return { site, courseId, administrator, teacher, learner: await buildUser(site) };
}

const allow = (as: TestUser, hosts: string[]) => sendCall(server, putEmbedHosts, { as, body: { hosts } });
const create = (as: TestUser, body: object) =>
  sendCall(server, createEmbed, { as, body: { title: "A video", ...body } as never });
const read = (as: TestUser, id: number) => sendCall(server, getEmbed, { as, params: { id: String(id) }, query: {} });
const problemIn = (answer: unknown) => answer as { message: string; data: string[] };

describe("an embed", () => {
  it("shows a page of an allowed host", async () => {
    const { courseId, administrator, teacher, learner } = await buildWorld();
    await allow(administrator, ["Videos.example.org"]);
    const url = "https://videos.example.org/42?t=1";
    const { status, answer } = await create(teacher, {
      url,
      parentId: courseId,
      subtitle: "12 min",
      description: "Watch first.",
      isFullSizeEnabled: true,
    });
    expect(status).toBe(200);
    expect((await read(learner, answer.id)).answer).toMatchObject({
      title: "A video",
      subtitle: "12 min",
      thumbnail: null,
      url,
      description: "Watch first.",
      isFullSizeEnabled: true,
      isHostAllowed: true,
      userCanEdit: false,
    });
  });

  it("of a host that is not allowed is rejected, and the answer names whom to ask", async () => {
    const { courseId, teacher } = await buildWorld();
    const { status, answer } = await create(teacher, { url: "https://evil.example/x", parentId: courseId });
    expect(status).toBe(400);
    expect(problemIn(answer).message).toBe(
      "This site does not allow pages from evil.example yet. An administrator can allow the host.",
    );
    expect(problemIn(answer).data).toEqual(["url", "hostNotAllowed"]);
  });

  const rejected: [url: string, problem: keyof typeof EMBED_PROBLEMS][] = [
    ["", "empty"],
    ["http://videos.example.org/", "notHttps"],
    ["https://user:secret@videos.example.org/", "credentials"],
    ["https://127.0.0.1/", "ipAddress"],
    ["https://xn--e1awd7f.example/", "lookAlike"],
    ["https://localhost/", "notPublic"],
  ];
  for (const [url, problem] of rejected)
    it(`${url || "without an address"} is rejected with a message`, async () => {
      const { courseId, teacher } = await buildWorld();
      const { status, answer } = await create(teacher, { url, parentId: courseId });
      expect([status, problemIn(answer).message]).toEqual([400, EMBED_PROBLEMS[problem]]);
    });

  it("is created only for addresses that the rule accepts", async () => {
    const { courseId, teacher, administrator } = await buildWorld();
    await allow(administrator, [...new Set(EMBED_ADDRESSES.flatMap(([, host]) => host ?? []))]);
    const headers = { host: OWN_HOSTS[0] as string };
    // White space at its ends is trimmed before validation.
    for (const [url, host, problem] of EMBED_ADDRESSES.filter(([url]) => url.trim() === url)) {
      const body = { title: "x", url, parentId: courseId };
      const { status, answer } = await sendCall(server, createEmbed, { as: teacher, body, headers });
      // The call knows only the port of the request, not the site's other ports.
      if (problem === "ownSite") expect(status, url).toBe(400);
      else if (host === null)
        expect([status, problemIn(answer).message], url).toEqual([400, problem && EMBED_PROBLEMS[problem]]);
      else expect(status, url).toBe(200);
    }
  });

  it("of this site itself is rejected, by the host name of the request", async () => {
    const { courseId, teacher, administrator } = await buildWorld();
    await allow(administrator, ["atlas.example.edu"]);
    const { answer } = await sendCall(server, createEmbed, {
      as: teacher,
      body: { title: "x", url: "https://atlas.example.edu/s1/", parentId: courseId },
      headers: { host: "atlas.example.edu" },
    });
    expect(problemIn(answer).message).toBe(EMBED_PROBLEMS.ownSite);
  });

  it("keeps omitted fields; a changed address is validated again", async () => {
    const { courseId, administrator, teacher } = await buildWorld();
    await allow(administrator, ["videos.example.org"]);
    const { answer } = await create(teacher, { url: "https://videos.example.org/1", parentId: courseId });
    const change = (body: object) =>
      sendCall(server, updateEmbed, { as: teacher, params: { id: String(answer.id) }, body: body as never });
    expect((await change({ isFullSizeEnabled: true })).answer).toMatchObject({
      isFullSizeEnabled: true,
      url: answer.url,
    });
    expect((await change({ title: "Changed", url: "https://evil.example/" })).status).toBe(400);
    expect((await read(teacher, answer.id)).answer).toMatchObject({ title: "A video", url: answer.url });
  });

  it("reports if its host is no longer allowed", async () => {
    const { courseId, administrator, teacher, learner } = await buildWorld();
    await allow(administrator, ["videos.example.org"]);
    const { answer } = await create(teacher, { url: "https://videos.example.org/1", parentId: courseId });
    await allow(administrator, []);
    expect((await read(learner, answer.id)).answer.isHostAllowed).toBe(false);
  });
});

describe("the allowed hosts", () => {
  it("are stored in lower case, each once, for this site only", async () => {
    const [first, second] = [await buildWorld(), await buildWorld()];
    const { answer } = await allow(first.administrator, ["B.example.org", "a.example.org:8443", "b.example.org"]);
    expect(answer.hosts).toEqual(["a.example.org:8443", "b.example.org"]);
    expect((await sendCall(server, getEmbedHosts, { as: second.teacher })).answer.hosts).toEqual([]);
  });

  for (const host of ["*", "https://a.example", "localhost", "10.0.0.1", "x.example; script-src *", "'unsafe-inline'"])
    it(`are rejected if one is ${host}`, async () => {
      const { administrator } = await buildWorld();
      expect((await allow(administrator, ["fine.example", host])).status).toBe(400);
    });

  it("can be changed only by an administrator", async () => {
    const { teacher } = await buildWorld();
    expect((await allow(teacher, ["fine.example"])).status).toBe(403);
  });
});
