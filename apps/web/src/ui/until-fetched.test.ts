import { describe, expect, it } from "vitest";
import { untilFetched } from "./until-fetched.ts";

const wait = async () => {};

function failing(times: number) {
  const counts = { asked: 0 };
  const fetchPart = async () => {
    counts.asked += 1;
    if (counts.asked <= times) throw new TypeError("Failed to fetch dynamically imported module");
    return "part";
  };
  return { counts, fetchPart };
}

describe("a part of the app that is fetched later", () => {
  it("is waited for while the server cannot be reached, however long", async () => {
    const { counts, fetchPart } = failing(20);
    await expect(untilFetched(fetchPart, { isReachable: async () => false, wait })).resolves.toBe("part");
    expect(counts.asked).toBe(21);
  });

  it("is requested again if the connection is back at that moment", async () => {
    const { fetchPart } = failing(1);
    await expect(untilFetched(fetchPart, { isReachable: async () => true, wait })).resolves.toBe("part");
  });

  it("that the server no longer has is a failure: an older release", async () => {
    const { counts, fetchPart } = failing(20);
    await expect(untilFetched(fetchPart, { isReachable: async () => true, wait })).rejects.toThrow("Failed to fetch");
    expect(counts.asked).toBe(2);
  });
});
