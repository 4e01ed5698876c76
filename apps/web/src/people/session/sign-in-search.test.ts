import { expect, it } from "vitest";
import { readSignInSearch } from "./sign-in-search.ts";

it("a path of another server is undefined, so that the router drops the original value", () => {
  expect({ next: "//evil.example/", ...readSignInSearch({ next: "//evil.example/" }) }).toMatchObject({
    next: undefined,
  });
});

it("only known failures are shown", () => {
  expect(readSignInSearch({ failed: "expired" }).failed).toBe("expired");
  expect(readSignInSearch({ failed: "<b>anything</b>" }).failed).toBeUndefined();
});
