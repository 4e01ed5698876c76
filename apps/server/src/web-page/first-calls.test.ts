import { expect, it } from "vitest";
import { firstCallsOf } from "./first-calls.ts";

it.each([
  ["/s1/course2/q5/", "/v2/quiz/5?parent=2"],
  ["/s1/course2/q5/i9/qs6/", "/v2/quiz/5?parent=2"],
  ["/s1/course2/q5/preview/i9/qs6/", "/v2/quiz/5?parent=2&preview=true"],
  ["/s1/q5/preview/", "/v2/quiz/5?preview=true"],
])("the page %s requests %s first", (url, path) => {
  expect(firstCallsOf(url, true).map((call) => call.path)).toEqual(["/session", "/announcement", path]);
});

it("an embedded page does not request announcements", () => {
  const pathsOf = (url: string) => firstCallsOf(url, false).map((call) => call.path);
  expect(pathsOf("/s1/course2/?embed=1")).toEqual(["/session", "/v2/course/2"]);
  expect(pathsOf("/sign-in?next=/s1/")).toEqual(["/session", "/announcement"]);
});

const TOKEN = `7.${"aB_-".repeat(8)}`;
const shared = (shareType: string, itemId: number) => ({ shareType, itemId });

it.each([
  ["", shared("slide", 9), `/v2/image/9?share=${TOKEN}`],
  ["", shared("case", 4), `/v2/case/4?share=${TOKEN}`],
  ["", shared("folder", 3), `/v2/share/${TOKEN}/items?page=1`],
  ["/f31", shared("course", 3), `/v2/share/${TOKEN}/items?parent=31&page=1`],
  ["/i9", shared("folder", 3), `/v2/image/9?parent=3&share=${TOKEN}`],
  ["/f31/i9?embed=1", shared("folder", 3), `/v2/image/9?parent=31&share=${TOKEN}`],
])("the page of a share link%s requests the link, then its content", (below, answer, path) => {
  const calls = firstCallsOf(`/share/${TOKEN}${below}`, false);
  expect(calls.map((call) => call.path)).toEqual(["/session", `/v2/share/${TOKEN}`]);
  expect(calls[1]?.next?.(answer).map((call) => call.path)).toEqual([path]);
});
