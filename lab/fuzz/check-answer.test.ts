import { expect, it } from "vitest";
import type { Operation } from "./api-description.ts";
import { ANSWER_MAX_MS, checkAnswer, type Fault } from "./check-answer.ts";

const OPERATION: Operation = {
  key: "GET /v2/x",
  method: "GET",
  path: "/v2/x",
  query: [],
  body: null,
  isForm: false,
  hasErrorPage: false,
  answer: { type: "object", properties: { id: { type: "integer" } }, required: ["id"], additionalProperties: false },
};
const JSON_TYPE = "application/json; charset=utf-8";
const failure = (message: string, more = {}) => ({ message, data: [], requestId: "1", ...more });

const cases: readonly (readonly [what: string, status: number, body: unknown, fault: Fault | null, more?: object])[] = [
  ["what is declared", 200, { id: 1 }, null],
  ["a field too many", 200, { id: 1, email: "a@b" }, "undeclared"],
  ["nothing", 204, "", null, { type: "" }],
  ["a file", 200, "bytes", null, { type: "text/csv" }],
  ["500", 500, failure("Sorry!"), "5xx"],
  ["503", 503, failure("The server is busy."), "5xx"],
  ["503 because a learning platform does not respond", 503, failure("Not now.", { data: ["members"] }), null],
  ["503 because the host site does not respond", 503, failure("Not now.", { data: ["hostMedia.away"] }), null],
  ["500 with a code of another server", 500, failure("Sorry!", { data: ["members"] }), "5xx"],
  [
    "507 for a file that is announced as larger than the disk",
    507,
    failure("No room.", { data: ["outOfSpace"] }),
    null,
  ],
  ["507 because the disk is full", 507, failure("The server has no free disk space."), "5xx"],
  ["more than two seconds", 200, { id: 1 }, "slow", { ms: ANSWER_MAX_MS + 1 }],
  ["400 with a sentence", 400, failure("The text is too long."), null],
  ["400 in the form of the framework", 400, { error: "Bad Request", message: "no", statusCode: 400 }, "error form"],
  ["400 with a field more", 400, failure("No.", { sql: 1 }), "error form"],
  ["400 with a stack", 400, failure("Error\n    at file (a.js:1:2)"), "leak"],
  ["400 with a query", 400, failure("SELECT id FROM site"), "leak"],
  ["431 of Node's own parser", 431, "", null, { type: "" }],
  ["404 in HTML", 404, "<html>", "error form", { type: "text/html" }],
  ["200 that is no JSON", 200, "<html>", "undeclared"],
  ["no answer at all", 0, "", "no answer", { failure: "no answer in 30 s" }],
  ["a connection closed while a large body comes", 0, "", null, { failure: "write EPIPE" }],
];
for (const [what, status, body, fault, more] of cases)
  it(`${what}: ${fault ?? "right"}`, () => {
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const got = { status, type: JSON_TYPE, body: Buffer.from(text), ms: 5, failure: "", ...more };
    expect(checkAnswer(OPERATION, got)?.fault ?? null).toBe(fault);
  });

it("a response documented with an error page can fail with one, without details of the server", () => {
  const launch = { ...OPERATION, hasErrorPage: true };
  const page = (text: string) => ({ status: 403, type: "text/html", body: Buffer.from(text), ms: 5, failure: "" });
  expect(checkAnswer(launch, page("<p>Open it again.</p>"))).toBeNull();
  expect(checkAnswer(launch, page("<p>SELECT id FROM site</p>"))?.fault).toBe("leak");
});

it("a HEAD response has the type of a body that it does not have", () => {
  const got = { status: 200, type: JSON_TYPE, body: Buffer.alloc(0), ms: 5, failure: "" };
  expect(checkAnswer({ ...OPERATION, method: "HEAD" }, got)).toBeNull();
});
