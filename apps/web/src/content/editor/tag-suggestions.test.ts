// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { suggestTags } from "./tag-suggestions.ts";

let requests: string[] = [];
beforeEach(() => {
  requests = [];
  sessionStorage.clear();
  vi.stubGlobal("fetch", async (address: string | URL | Request) => {
    const { searchParams } = new URL(address instanceof Request ? address.url : String(address), "http://site.test");
    requests.push(`${searchParams.get("type")} ${searchParams.get("q")}`);
    return Response.json([`${searchParams.get("q")} 1`]);
  });
});
afterEach(() => vi.unstubAllGlobals());

const FOLDERS = { siteId: 1, type: "folder" } as const;
const COURSES = { siteId: 1, type: "course" } as const;

describe("tag suggestions", () => {
  it("are requested once, and are then in session storage", async () => {
    expect(await suggestTags(FOLDERS, "he")).toEqual(["he 1"]);
    expect(await suggestTags(FOLDERS, "HE")).toEqual(["he 1"]);
    expect(requests).toEqual(["folder he"]);
    expect(sessionStorage).toHaveLength(1);
  });

  it("are stored separately for each field", async () => {
    await suggestTags(FOLDERS, "he");
    await suggestTags(COURSES, "he");
    await suggestTags({ ...FOLDERS, siteId: 2 }, "he");
    expect(requests).toEqual(["folder he", "course he", "folder he"]);
  });

  it("that someone else has added are requested again", async () => {
    await suggestTags(FOLDERS, "he");
    for (const text of ["no JSON", "[]", "null", '{"q:he": 1}']) {
      sessionStorage.setItem(sessionStorage.key(0) ?? "", text);
      expect(await suggestTags(FOLDERS, "he")).toEqual(["he 1"]);
    }
    expect(requests).toHaveLength(5);
  });

  it("leave nothing in the storage if they cannot be loaded", async () => {
    vi.stubGlobal("fetch", async () => new Response("{}", { status: 500 }));
    await expect(suggestTags(FOLDERS, "he")).rejects.toThrow();
    expect(sessionStorage).toHaveLength(0);
  });
});
