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
  // The page has just started, however long the process of the tests has been running.
  vi.spyOn(performance, "now").mockReturnValue(1_000);
});
afterEach(() => vi.restoreAllMocks());

it("gives an answer once, to the address that it belongs to", () => {
  inPage(`{"/api/v2/course/7":{"id":7}}`);
  expect(part.takeFirstAnswer("/api/v2/course/8")).toBeUndefined();
  expect(part.takeFirstAnswer("/api/v2/course/7")).toEqual({ id: 7 });
  expect(part.takeFirstAnswer("/api/v2/course/7")).toBeUndefined();
});

it("gives none after something was changed", () => {
  inPage(`{"/api/v2/course/7":{"id":7}}`);
  part.discardFirstAnswers();
  expect(part.takeFirstAnswer("/api/v2/course/7")).toBeUndefined();
});

it("gives none half a minute after the start of the page", () => {
  inPage(`{"/api/v2/course/7":{"id":7}}`);
  vi.spyOn(performance, "now").mockReturnValue(30_001);
  expect(part.takeFirstAnswer("/api/v2/course/7")).toBeUndefined();
});

it("gives none where the page has none, or was cut short", () => {
  document.body.innerHTML = "";
  expect(part.takeFirstAnswer("/api/session")).toBeUndefined();
  inPage(`{"/api/session":{"us`);
  expect(part.takeFirstAnswer("/api/session")).toBeUndefined();
});
