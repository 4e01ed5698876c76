// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from "vitest";

let part: typeof import("./first-answers.ts");
const inPage = (text: string) => {
  document.body.innerHTML = "";
  const element = document.createElement("script");
  element.type = "application/json";
  element.id = "first-answers";
  element.textContent = text;
  document.body.append(element);
};

beforeEach(async () => {
  vi.resetModules();
  part = await import("./first-answers.ts");
  // The page has just started, no matter how long the test process has been running.
  vi.spyOn(performance, "now").mockReturnValue(1_000);
});
afterEach(() => vi.restoreAllMocks());

it("returns an embedded response once, for its own URL", () => {
  inPage(`{"/api/v2/course/7":{"id":7}}`);
  expect(part.takeFirstAnswer("/api/v2/course/8")).toBeUndefined();
  expect(part.takeFirstAnswer("/api/v2/course/7")).toEqual({ id: 7 });
  expect(part.takeFirstAnswer("/api/v2/course/7")).toBeUndefined();
});

it("returns none after a change", () => {
  inPage(`{"/api/v2/course/7":{"id":7}}`);
  part.discardFirstAnswers();
  expect(part.takeFirstAnswer("/api/v2/course/7")).toBeUndefined();
});

it("returns none half a minute after the page started", () => {
  inPage(`{"/api/v2/course/7":{"id":7}}`);
  vi.spyOn(performance, "now").mockReturnValue(30_001);
  expect(part.takeFirstAnswer("/api/v2/course/7")).toBeUndefined();
});

it("returns none if the page has none, or an incomplete one", () => {
  document.body.innerHTML = "";
  expect(part.takeFirstAnswer("/api/session")).toBeUndefined();
  inPage(`{"/api/session":{"us`);
  expect(part.takeFirstAnswer("/api/session")).toBeUndefined();
});
