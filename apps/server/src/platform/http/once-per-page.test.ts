import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { forOnePage, oncePerPage } from "./once-per-page.ts";

describe("what the calls of a page read once", () => {
  it("is shared by the calls of one page, also by those that follow another one", async () => {
    let reads = 0;
    const read = async () => (reads += 1);
    await forOnePage(async () => {
      await Promise.all([oncePerPage("a", read), oncePerPage("a", read)]);
      await setTimeout(1);
      await oncePerPage("a", read);
      await oncePerPage("b", read);
    });
    expect(reads).toBe(2);
  });

  it("is not shared between pages that are written at the same time, nor by calls outside of a page", async () => {
    const visitors = ["ann", "bob", null];
    const seen = await Promise.all(
      visitors.map((visitor) => {
        const call = async () => {
          await setTimeout(1);
          return oncePerPage("caller", async () => visitor);
        };
        return visitor === null ? call() : forOnePage(call);
      }),
    );
    expect(seen).toEqual(visitors);
  });
});
