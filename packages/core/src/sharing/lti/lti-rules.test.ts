import { expect, it } from "vitest";
import { KEY_KEPT_MS, KEY_MAX_AGE_MS, KEY_PUBLISHED_FIRST_MS, planKeys } from "./key-rotation.ts";
import { launchTarget } from "./launch-target.ts";
import { DEFAULT_LTI_ROLE_MAP, roleOfLaunch } from "./lti-roles.ts";
import { isWebOrigin, originOfAddress } from "./web-origin.ts";

const MEMBERSHIP = "http://purl.imsglobal.org/vocab/lis/v2/membership";

it("a role with more rights wins; a sub-role takes precedence over its principal role; unknown ones grant nothing", () => {
  const roleOf = (...named: string[]) => roleOfLaunch(named, DEFAULT_LTI_ROLE_MAP);
  expect(roleOf(`${MEMBERSHIP}#Learner`, `${MEMBERSHIP}#Instructor`)).toBe("teacher");
  expect(roleOf(`${MEMBERSHIP}#Instructor`, `${MEMBERSHIP}/Instructor#TeachingAssistant`)).toBe("expert");
  expect(roleOf("Instructor")).toBe("teacher");
  expect(roleOf("http://purl.imsglobal.org/vocab/lis/v2/institution/person#Administrator")).toBe("teacher");
  expect(roleOf(`${MEMBERSHIP}#Officer`, "administrator", "constructor", "#")).toBe("learner");
  expect(roleOf()).toBe("learner");
  expect(roleOfLaunch([`${MEMBERSHIP}#Instructor`], { ...DEFAULT_LTI_ROLE_MAP, Instructor: "learner" })).toBe(
    "learner",
  );
});

it("a launch opens content of its site and nothing else", () => {
  const target = (customPath: string, targetLinkUri = "") =>
    launchTarget({ customPath, targetLinkUri }, { siteId: 1, origins: ["https://slides.test:443"] });
  expect(target("/s1/course2/i9")).toBe("/s1/course2/i9/");
  expect(target("", "https://slides.test/s1/q4/?x=1#y")).toBe("/s1/q4/");
  expect(target("/s2/i9/", "https://slides.test/s1/q4/")).toBe("/s1/q4/");
  for (const path of [
    "/s1/",
    "/s1/manage",
    "/s1/i9/../../sign-in",
    "//evil.test/s1/i9/",
    "javascript:alert(1)",
    "\\s1\\i9",
  ])
    expect(target(path), path).toBeNull();
  for (const address of [
    "https://evil.test/s1/i9/",
    "https://slides.test.evil.test/s1/i9/",
    "/s1/i9/",
    "http://slides.test/s1/i9/",
  ])
    expect(target("", address), address).toBeNull();
});

it("an origin is valid in a content security policy, anything else is rejected", () => {
  expect(originOfAddress("https://Moodle.test:443/mod/lti/auth.php?x=1")).toBe("https://moodle.test");
  expect(originOfAddress("http://127.0.0.1:8080/a")).toBe("http://127.0.0.1:8080");
  for (const address of [
    "https://a;script-src.test/",
    "https://*/",
    "https://a b.test",
    "https://u:p@a.test",
    "ftp://a.test",
  ])
    expect(originOfAddress(address), address).toBeNull();
  expect(["https://a.test", "https://a.test/", "https://a.test:443", "'self'", "*"].map(isWebOrigin)).toEqual([
    ...[true, false, false, false, false],
  ]);
});

it("a key gets a successor after 90 days, and is removed a week after the successor was published for a day", () => {
  const old = { id: 1, createdAt: 0 };
  const made = { id: 2, createdAt: KEY_MAX_AGE_MS };
  expect(planKeys([], 0)).toEqual({ isNewKeyDue: true, outdated: [] });
  expect(planKeys([old], 1)).toEqual({ isNewKeyDue: false, outdated: [] });
  expect(planKeys([old], KEY_MAX_AGE_MS)).toEqual({ isNewKeyDue: true, outdated: [] });
  const signsAt = KEY_MAX_AGE_MS + KEY_PUBLISHED_FIRST_MS;
  expect(planKeys([old, made], signsAt)).toEqual({ isNewKeyDue: false, outdated: [] });
  expect(planKeys([old, made], signsAt + KEY_KEPT_MS - 1).outdated).toEqual([]);
  expect(planKeys([old, made], signsAt + KEY_KEPT_MS).outdated).toEqual([old]);
});
