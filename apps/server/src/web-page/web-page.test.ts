/** The page sent for every URL: its scripts by screen, and the responses embedded in it. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCourse } from "#testing/build-content.ts";
import { buildSite, type TestSite } from "#testing/build-site.ts";
import { buildSlide } from "#testing/build-slide.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { readPageFiles } from "./page-files.ts";

const PAGE = `<!doctype html><html><head>
<script src="/first-paint.js"></script>
<link rel="modulepreload" href="/assets/start-1.js">
</head><body><div id="root"></div></body></html>`;
const SCREENS = {
  screens: {
    course: { scripts: ["/assets/start-1.js", "/assets/content-1.js"], styles: ["/assets/content-1.css"] },
    image: { scripts: ["/assets/start-1.js", "/assets/slide-1.js"], styles: [] },
    "sign-in": { scripts: ["/assets/sign-in-1.js"], styles: [] },
  },
  languages: { de: "/assets/german-1.js" },
};

let webFolder: string;
let server: TestServer;
let site: TestSite;
let learner: TestUser;
let courseId: number;

beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), "parfocal-test-web-"));
  mkdirSync(join(webFolder, "assets"));
  writeFileSync(join(webFolder, "index.html"), PAGE);
  writeFileSync(join(webFolder, "page-scripts.json"), JSON.stringify(SCREENS));
  server = await createTestServer({ webFolder });
  site = await buildSite(server);
  learner = await buildUser(site);
  courseId = await buildCourse(site, { title: "Kidney </script><script>alert(1)</script>" });
});
afterAll(async () => {
  await server.close();
  rmSync(webFolder, { recursive: true });
});

const open = (path: string, { token, ...headers }: { token?: string; "accept-encoding"?: string } = {}) =>
  server.app.inject({
    url: path,
    headers: { accept: "text/html", ...headers, ...(token ? { cookie: `sid=${token}` } : {}) },
  });

function answersIn(page: string): Record<string, { readonly [key: string]: unknown }> {
  const json = /<script type="application\/json" id="first-answers">(.*?)<\/script>/s.exec(page)?.[1];
  return JSON.parse(json ?? "{}");
}

describe("the head", () => {
  it("sends no referrer from pages whose URL contains a token from an email", async () => {
    const policyOf = async (path: string) => (await open(path)).headers["referrer-policy"];
    expect(await policyOf(`/s${site.id}/reset?token=abc`)).toBe("no-referrer");
    expect(await policyOf(`/s${site.id}/confirm-email?token=abc`)).toBe("no-referrer");
    expect(await policyOf(`/s${site.id}/account`)).toBe("same-origin");
  });

  it("names the scripts and styles of the screen that the page itself does not name", async () => {
    const { body } = await open(`/s${site.id}/course${courseId}/`);
    expect(body).toContain(`<link rel="modulepreload" crossorigin href="/assets/content-1.js">`);
    expect(body).toContain(`<link rel="stylesheet" crossorigin href="/assets/content-1.css">`);
    expect(body.match(/start-1\.js/g)).toHaveLength(1);
    expect(body).not.toContain("slide-1.js");
    expect((await open("/sign-in")).body).toContain("/assets/sign-in-1.js");
  });

  it("names the texts of each language before the script that chooses one", async () => {
    const { body } = await open("/sign-in");
    const texts = body.indexOf(`<meta name="texts-de" content="/assets/german-1.js">`);
    expect(texts).toBeGreaterThan(0);
    expect(texts).toBeLessThan(body.indexOf("first-paint.js"));
  });

  it("names the build, as responses to calls do, including failed ones", async () => {
    const build = /<meta name="build" content="([\w-]{16})">/.exec((await open("/sign-in")).body)?.[1];
    expect(build).toBeDefined();
    for (const url of ["/api/health", "/api/v2/course/0"])
      expect((await open(url)).headers["x-parfocal-build"]).toBe(build);
    const other = mkdtempSync(join(tmpdir(), "parfocal-test-web-"));
    writeFileSync(join(other, "index.html"), PAGE);
    writeFileSync(join(other, "page-scripts.json"), JSON.stringify(SCREENS).replace("slide-1", "slide-2"));
    expect(readPageFiles(other)?.build).not.toBe(build);
    rmSync(other, { recursive: true });
  });

  it("is unchanged for a path without a screen, whatever its name", async () => {
    for (const path of ["/s1/unheard-of", "/constructor", "/s1/__proto__"])
      expect((await open(path)).body).not.toContain("crossorigin");
  });
});

describe("the embedded responses", () => {
  it("are those that the screen requests first, equal to the responses of the calls for this person", async () => {
    const path = `/s${site.id}/course${courseId}/`;
    const answers = answersIn((await open(path, { token: learner.token })).body);
    expect(Object.keys(answers).sort()).toEqual(["/api/announcement", "/api/session", `/api/v2/course/${courseId}`]);
    expect(answers["/api/session"]).toMatchObject({ user: { id: learner.id }, site: { id: site.id } });
    for (const url of [`/api/v2/course/${courseId}`]) {
      const answer = await server.app.inject({ url, headers: { "x-site-token": learner.token } });
      expect(answers[url]).toEqual(answer.json());
    }
  });

  it("for a slide name the location in which it is opened", async () => {
    const slide = await buildSlide(site, { parentId: courseId });
    const { body } = await open(`/s${site.id}/course${courseId}/i${slide.id}/`, { token: learner.token });
    expect(answersIn(body)[`/api/v2/image/${slide.id}?parent=${courseId}`]).toMatchObject({ id: slide.id });
  });

  it("contain nothing that the call would reject: guests, other sites, missing items", async () => {
    const path = `/s${site.id}/course${courseId}/`;
    const allowed = ["/api/announcement", "/api/session"];
    expect(Object.keys(answersIn((await open(path)).body)).sort()).toEqual(allowed);
    const other = await buildUser(await buildSite(server));
    expect(answersIn((await open(path, { token: other.token })).body)).toEqual({});
    const gone = await open(`/s${site.id}/course999999/`, { token: learner.token });
    expect([gone.statusCode, Object.keys(answersIn(gone.body)).sort()]).toEqual([200, allowed]);
  });

  it("for the sign-in page are of the site it leads to", async () => {
    const { body } = await open(`/sign-in?next=${encodeURIComponent(`/s${site.id}/course${courseId}/`)}`);
    expect(answersIn(body)["/api/session"]).toMatchObject({ user: null, site: { id: site.id } });
  });

  it("cannot close their element, whatever a title contains", async () => {
    const { body } = await open(`/s${site.id}/course${courseId}/`, { token: learner.token });
    expect(body).not.toContain("alert(1)</script>");
    expect(answersIn(body)[`/api/v2/course/${courseId}`]?.title).toContain("</script><script>");
  });

  it("are not cached, and are compressed for clients that accept it", async () => {
    const answer = await open(`/s${site.id}/course${courseId}/`, {
      token: learner.token,
      "accept-encoding": "gzip, br",
    });
    expect(answer.headers).toMatchObject({ "cache-control": "no-store", "content-encoding": "gzip" });
    expect(answersIn(gunzipSync(answer.rawPayload).toString())).toHaveProperty(["/api/session"]);
  });
});

it("HEAD is answered like GET, without a body", async () => {
  const { statusCode, headers, body } = await server.app.inject({
    method: "HEAD",
    url: `/s${site.id}/course${courseId}/`,
    headers: { accept: "text/html" },
  });
  expect([statusCode, body, headers["content-type"]]).toEqual([200, "", "text/html; charset=utf-8"]);
});
