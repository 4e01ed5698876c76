import { expect, it } from "vitest";
import { lookThroughInProcess } from "./look-through.ts";

const wishes = {
  imageId: 1,
  authorId: 1,
  isStudent: false,
  workGroupId: null,
  crossing: "refuse",
  slide: { width: 700, height: 500 },
} as const;

it("a file that needs more memory than its process may have is refused, and nothing else ends with it", async () => {
  const empty = Buffer.from(`[${"{},".repeat(2_000_000)}{}]`);
  const tooMuch = lookThroughInProcess({ bytes: empty, wishes }, 32);
  await expect(tooMuch).rejects.toMatchObject({
    kind: "tooLarge",
    codes: ["file"],
    message: expect.stringMatching(/smaller ones\.$/),
  });
  const point = Buffer.from("POINT (1 2)");
  expect((await lookThroughInProcess({ bytes: point, wishes }, 32)).rows).toHaveLength(1);
});
