import { describe, expect, it } from "vitest";
import type { Operation } from "./api-description.ts";
import { mutateForm } from "./mutate-form.ts";
import { mutateRequest, percentEncoded, type RightRequest } from "./mutate-request.ts";
import { seededRandom } from "./random.ts";

const OPERATION: Operation = {
  key: "PUT /v2/folder/{id}",
  method: "PUT",
  path: "/v2/folder/{id}",
  query: [{ name: "page", schema: { type: "integer" } }],
  body: { type: "object", properties: { title: { type: "string", maxLength: 200 } } },
  isForm: false,
  hasErrorPage: false,
  answer: null,
};
const RIGHT: RightRequest = { params: { id: "7" }, query: {}, body: { title: "Kidney" }, bytes: null, headers: {} };
const FORM = Buffer.from(
  '--b\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nPNG\r\n--b--\r\n',
);

const requests = (operation: Operation, right: RightRequest, count = 400) =>
  Array.from({ length: count }, (_, number) =>
    mutateRequest(operation, right, { "x-site-token": "1.a" }, seededRandom(`${operation.key} ${number}`)),
  );

it("the same seed creates the same request", () => {
  expect(requests(OPERATION, RIGHT, 50)).toEqual(requests(OPERATION, RIGHT, 50));
});

it("body, type, path, query and headers are each mutated", () => {
  const kinds = new Set(requests(OPERATION, RIGHT).map(({ what }) => what.replace(/:.*/s, "")));
  expect([...kinds].toSorted()).toEqual(["body", "content-type", "header", "nothing", "path", "query"]);
});

it("a path is printable and never that of another operation", () => {
  for (const { path } of requests(OPERATION, RIGHT)) {
    expect(path).toMatch(/^[\x21-\x7e]+$/);
    expect(path).toMatch(/^\/api\/v2\/folder\/[^/?]+(\?|$)/);
  }
});

it("requests of a well-behaved client are among them, unchanged", () => {
  const right = requests(OPERATION, RIGHT).find(({ what }) => what === "nothing");
  expect(right).toMatchObject({
    method: "PUT",
    path: "/api/v2/folder/7",
    headers: { "content-type": "application/json" },
  });
  expect(right?.body?.toString()).toBe('{"title":"Kidney"}');
});

it("half a surrogate pair is three bytes, and anything else as usual", () => {
  expect(percentEncoded("a/é\ud83d\ude00")).toBe(encodeURIComponent("a/é\ud83d\ude00"));
  expect(percentEncoded("\ud800")).toBe("%ed%a0%80");
});

describe("a form", () => {
  const operation: Operation = { ...OPERATION, body: null, isForm: true };
  const right = {
    ...RIGHT,
    body: undefined,
    bytes: FORM,
    headers: { "content-type": "multipart/form-data; boundary=b" },
  };

  it("is mutated in its parts", () => {
    const whats = new Set(requests(operation, right).flatMap(({ what }) => (what.startsWith("form: ") ? [what] : [])));
    expect(whats.size).toBeGreaterThan(10);
  });

  it("with a long boundary is the same form, with that boundary", () => {
    const made = Array.from({ length: 300 }, (_, number) =>
      mutateForm(FORM, "multipart/form-data; boundary=b", seededRandom(`${number}`)),
    );
    const long = made.find(({ what }) => what === "with a long boundary");
    expect(long?.type).toContain("x".repeat(500));
    expect(long?.body.toString()).toContain(`--${"x".repeat(500)}--`);
  });
});
