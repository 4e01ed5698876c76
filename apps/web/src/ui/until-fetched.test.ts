import { describe, expect, it } from "vitest";
import { untilFetched } from "./until-fetched.ts";

const wait = async () => {};

function failing(times: number) {
  const counts = { requested: 0 };
  const fetchPart = async () => {
    counts.requested += 1;
    if (counts.requested <= times) throw new TypeError("Failed to fetch dynamically imported module");
    return "part";
  };
  return { counts, fetchPart };
}

describe("a lazily fetched part of the app", () => {
  it("is awaited while the server is unreachable, without a limit", async () => {
    const { counts, fetchPart } = failing(20);
    await expect(untilFetched(fetchPart, { isReachable: async () => false, wait })).resolves.toBe("part");
    expect(counts.requested).toBe(21);
  });

  it("is requested again if the connection has just returned", async () => {
    const { fetchPart } = failing(1);
    await expect(untilFetched(fetchPart, { isReachable: async () => true, wait })).resolves.toBe("part");
  });

  it("fails if the server no longer has it: an older release", async () => {
    const { counts, fetchPart } = failing(20);
    await expect(untilFetched(fetchPart, { isReachable: async () => true, wait })).rejects.toThrow("Failed to fetch");
    expect(counts.requested).toBe(2);
  });
});
