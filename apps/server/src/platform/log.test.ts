import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "#testing/test-server.ts";
import { createLog, loggedError } from "./log.ts";

const CANARY = "the answer of a learner";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

function logged(error: unknown): string {
  const lines: string[] = [];
  createLog("info", { write: (line: string) => void lines.push(line) }).error({ err: error }, "request failed");
  return lines.join("");
}

async function failureOf(work: () => Promise<unknown>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error("it did not fail");
}

describe("a database error", () => {
  const failures: [what: string, code: string, work: () => Promise<unknown>][] = [
    [
      "in JSON, whose context repeats the start of it",
      "22P02",
      () => sql`SELECT ${`{"a": "${CANARY}", "b": "\\ud800"}`}::jsonb`.execute(server.owner),
    ],
    ["in a number, whose message repeats it", "22P02", () => sql`SELECT ${CANARY}::int`.execute(server.owner)],
    [
      "of a unique index, whose detail repeats the key",
      "23505",
      () =>
        sql`DO ${sql.lit(`BEGIN
          CREATE TEMP TABLE once (word text PRIMARY KEY) ON COMMIT DROP;
          INSERT INTO once VALUES ('${CANARY}'), ('${CANARY}');
        END`)}`.execute(server.owner),
    ],
  ];
  for (const [what, code, work] of failures)
    it(`${what}, is logged only with code, routine and stack`, async () => {
      const error = await failureOf(work);
      expect(JSON.stringify([error, String(error)])).toContain(CANARY);
      for (const line of [logged(error), logged(new Error("storing failed", { cause: error }))]) {
        expect(line).not.toContain(CANARY);
        expect(line).not.toContain("the answer");
        expect(line).toContain(`"code":"${code}"`);
        expect(line).toMatch(/"routine":"\w+"/);
        expect(line).toContain("log.test.ts");
      }
    });
});

describe("another error", () => {
  it("is logged with message, code and stack, its cause and its aggregated errors", () => {
    const cause = Object.assign(new Error("no room"), { code: "ENOSPC", syscall: "write" });
    const entry = loggedError(new AggregateError([new TypeError("a bug")], "both failed", { cause }));
    expect(entry).toMatchObject({
      type: "AggregateError",
      message: "both failed",
      stack: expect.stringContaining("log.test.ts"),
      cause: { type: "Error", message: "no room", code: "ENOSPC", syscall: "write" },
      errors: [{ type: "TypeError", message: "a bug" }],
    });
  });

  it("is logged without its other properties: Kysely's contain the query and its parameters", async () => {
    const error = await failureOf(() =>
      server.owner.selectFrom("site").select("id").where("title", "=", CANARY).executeTakeFirstOrThrow(),
    );
    expect(JSON.stringify(error)).toContain(CANARY);
    expect(logged(error)).not.toContain(CANARY);
  });

  it("that is its own cause is logged without an endless loop", () => {
    const error = new Error("round");
    error.cause = error;
    expect(logged(error)).toContain("round");
  });

  it("that is not an Error is logged by its type", () => expect(loggedError(CANARY)).toEqual({ type: "string" }));
});
