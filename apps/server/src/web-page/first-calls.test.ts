import { expect, it } from "vitest";
import { firstCallsOf } from "./first-calls.ts";

it.each([
  ["/s1/course2/q5/", "/v2/quiz/5?parent=2"],
  ["/s1/course2/q5/i9/qs6/", "/v2/quiz/5?parent=2"],
  ["/s1/course2/q5/preview/i9/qs6/", "/v2/quiz/5?parent=2&preview=true"],
  ["/s1/q5/preview/", "/v2/quiz/5?preview=true"],
])("the page %s asks %s first", (url, path) => {
  expect(firstCallsOf(url, true).map((call) => call.path)).toEqual(["/session", path]);
});
