import { expect, it } from "vitest";
import { firstCallsOf } from "./first-calls.ts";

it.each([
  ["/s1/course2/q5/", "/v2/quiz/5?parent=2"],
  ["/s1/course2/q5/i9/qs6/", "/v2/quiz/5?parent=2"],
  ["/s1/course2/q5/preview/i9/qs6/", "/v2/quiz/5?parent=2&preview=true"],
  ["/s1/q5/preview/", "/v2/quiz/5?preview=true"],
])("the page %s asks %s first", (url, path) => {
  expect(firstCallsOf(url, true).map((call) => call.path)).toEqual(["/session", "/announcement", path]);
});

it("an embedded page asks for no announcements", () => {
  const pathsOf = (url: string) => firstCallsOf(url, false).map((call) => call.path);
  expect(pathsOf("/s1/course2/?embed=1")).toEqual(["/session", "/v2/course/2"]);
  expect(pathsOf("/sign-in?next=/s1/")).toEqual(["/session", "/announcement"]);
});
