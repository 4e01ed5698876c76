/** Rule D-13: what a client learns about a failure. */
import { createCourse, listCourses } from "@parfocal/core/course/course.contract.ts";
import { MESSAGES } from "@parfocal/core/messages.ts";
import { getHealth } from "@parfocal/core/platform/health.contract.ts";
import { openSession } from "@parfocal/core/session/session.contract.ts";
import { getUploadSpace } from "@parfocal/core/upload/upload.contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildSite } from "#testing/build-site.ts";
import { buildUser, type TestUser } from "#testing/build-user.ts";
import { sendCall } from "#testing/send-call.ts";
import { testConnection } from "#testing/test-database.ts";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { untilWaiting } from "#testing/until-waiting.ts";

const SECRET = "/srv/data/secret-folder";

async function buildTeacher(server: TestServer): Promise<TestUser> {
  return buildUser(await buildSite(server), { role: "teacher" });
}

describe("a bug", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer({
      folders: {
        freeBytes: async () => {
          throw new TypeError(`cannot read ${SECRET}: SELECT password_hash FROM site_user`);
        },
      },
    });
  });
  afterAll(() => server.close());

  it("is answered with 500 and the general text, no details of the error, and an ID that is in the log", async () => {
    const { status, failure, raw } = await sendCall(server, getUploadSpace, { as: await buildTeacher(server) });
    expect(status).toBe(500);
    expect(failure).toEqual({ message: MESSAGES["generic.failed"], data: [], requestId: expect.any(String) });
    expect(JSON.stringify([raw.body, raw.headers])).not.toMatch(/secret|SELECT|TypeError|node_modules|\.ts/);
    const logged = server.logLines.map((line) => JSON.parse(line)).find(({ reqId }) => reqId === failure.requestId);
    expect(logged.err.message).toContain(SECRET);
    expect(logged.err.stack).toContain("error-answers.test.ts");
  });

  it("logs neither the token nor the cookie nor the nonce of the request", async () => {
    const teacher = await buildTeacher(server);
    await sendCall(server, getUploadSpace, {
      headers: { cookie: `sid=${teacher.token}`, "x-nonce": teacher.nonce },
    });
    await sendCall(server, getUploadSpace, { as: teacher });
    const log = server.logLines.join("");
    expect(log).not.toContain(teacher.token);
    expect(log).not.toContain(teacher.nonce);
  });

  it("does not log a wrong password either", async () => {
    await sendCall(server, openSession, {
      siteId: (await buildSite(server)).id,
      body: { login: "someone@example.test", password: "a-canary-of-a-password" },
    });
    expect(server.logLines.join("")).not.toContain("a-canary-of-a-password");
  });
});

describe("a number too large for its column", () => {
  it("is answered with 400, whichever contract accepts it", async () => {
    const server = await createTestServer({
      folders: {
        freeBytes: async () => (await sql`SELECT ${2 ** 31}::bigint::integer`.execute(server.owner)) as never,
      },
    });
    try {
      const { status, failure } = await sendCall(server, getUploadSpace, { as: await buildTeacher(server) });
      expect([status, failure.message]).toEqual([400, "A number is too large to be stored. Enter a smaller one."]);
    } finally {
      await server.close();
    }
  });
});

describe("an unreadable request", () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await createTestServer();
  });
  afterAll(() => server.close());

  it("because its body is over a megabyte is answered with 413", async () => {
    const body = { title: "x".repeat(1024 * 1024) };
    expect((await sendCall(server, createCourse, { as: await buildTeacher(server), body })).status).toBe(413);
  });

  it("because of an unknown URL is answered with 404, in the same form", async () => {
    for (const url of ["/api/v2/nothing", "/nothing", "/tiles/", "/api", "/.git/config", "/metrics", "/docs"]) {
      const answer = await server.app.inject({ url });
      expect(answer.statusCode, url).toBe(404);
      expect(Object.keys(answer.json()).sort(), url).toEqual(["data", "message", "requestId"]);
    }
  });

  for (const part of ["%", "%ff", "%ed%a0%80", "x".repeat(201)])
    it(`because its URL contains ${part.slice(0, 9)} is answered with 400, in the same form`, async () => {
      for (const url of [`/api/v2/annotation/${part}/versions`, `/tiles/${part}/1/0/0/0`]) {
        const answer = await server.app.inject({ url });
        expect(answer.statusCode, url).toBe(400);
        expect(Object.keys(answer.json()).sort(), url).toEqual(["data", "message", "requestId"]);
        expect(answer.json().message).toBe("The request could not be read.");
      }
    });

  for (const method of ["TRACE", "PATCH", "OPTIONS", "PROPFIND"] as const) {
    it(`because its method is ${method} is not answered with a success`, async () => {
      const answer = await server.app.inject({ method: method as "PATCH", url: "/api/v2/course" });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    });
  }

  it.each(["/api/v2/course", "/tiles/1/1/0/0/0", "/iiif/1/info.json", "/radiology/1/0/0", "/nothing-here", "/api/%"])(
    "%s is sent over https only and read as what it declares, also as a rejection",
    async (url) => {
      const { headers } = await server.app.inject({ url });
      expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-type"]).toBe("application/json; charset=utf-8");
    },
  );

  it("sends the security headers of a page", async () => {
    const { raw } = await sendCall(server, getHealth);
    expect(raw.headers).toMatchObject({
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
    });
    const policy = String(raw.headers["content-security-policy"]);
    for (const directive of [
      "default-src 'none'",
      "script-src 'self'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ]) {
      expect(policy).toContain(directive);
    }
    expect(policy).not.toContain("unsafe-eval");
    expect(raw.headers["x-powered-by"]).toBeUndefined();
  });
});

describe("while the database is unavailable", () => {
  it("every call is answered with 503 and Retry-After, in the general form", async () => {
    const server = await createTestServer({ appConnection: { ...testConnection("x"), host: "/nowhere/at/all" } });
    try {
      for (const call of [getHealth, listCourses]) {
        const { status, failure, raw } = await sendCall(server, call as typeof listCourses);
        expect(status).toBe(503);
        expect(Number(raw.headers["retry-after"])).toBeGreaterThan(0);
        expect(raw.body).not.toContain("nowhere");
        expect(failure.message).toMatch(/\.$/);
      }
      const signIn = await sendCall(server, openSession, { body: { login: "a@example.test", password: "x" } });
      expect(signIn.status).toBe(503);
    } finally {
      await server.close();
    }
  });

  it("a call whose connection breaks while it runs is answered with 503, and the next one works", async () => {
    const server = await createTestServer();
    try {
      const teacher = await buildTeacher(server);
      await server.owner.transaction().execute(async (lock) => {
        await sql`LOCK TABLE course IN ACCESS EXCLUSIVE MODE`.execute(lock);
        const waiting = sendCall(server, createCourse, { as: teacher, body: { title: "Histology" } });
        await untilWaiting(server);
        await sql`
          SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'parfocal'
        `.execute(lock);
        const { status, raw } = await waiting;
        expect([status, raw.headers["retry-after"]]).toEqual([503, "1"]);
      });
      expect((await sendCall(server, createCourse, { as: teacher, body: { title: "Histology" } })).status).toBe(200);
    } finally {
      await server.close();
    }
  });

  it("a call that waits for more than five seconds is abandoned with 503", async () => {
    const server = await createTestServer();
    try {
      const teacher = await buildTeacher(server);
      await server.owner.transaction().execute(async (lock) => {
        await sql`LOCK TABLE course IN ACCESS EXCLUSIVE MODE`.execute(lock);
        const { status } = await sendCall(server, createCourse, { as: teacher, body: { title: "Histology" } });
        expect(status).toBe(503);
      });
    } finally {
      await server.close();
    }
  });
});
