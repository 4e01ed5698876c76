import { expect, it } from "vitest";
import type { UploadEntry } from "./upload-entry.ts";
import { phasesOf, uploadNews } from "./upload-news.ts";

const entry = (key: string, phase: UploadEntry["phase"], uploadId: number | null = 1) =>
  ({ key, phase, uploadId }) as UploadEntry;
const keysOf = (entries: readonly UploadEntry[]) => entries.map(({ key }) => key);

it("uploads that became ready or failed are reported once", () => {
  const before = phasesOf([entry("a", "preparing"), entry("b", "sending"), entry("c", "done"), entry("d", "sending")]);
  const now = [entry("a", "done"), entry("b", "failed"), entry("c", "done"), entry("d", "sending")];
  const { ready, failed } = uploadNews(before, now);
  expect([keysOf(ready), keysOf(failed)]).toEqual([["a"], ["b"]]);
  expect(uploadNews(phasesOf(now), now)).toEqual({ ready: [], failed: [] });
});

it("uploads that ended on an earlier page are not reported; files rejected before sending are", () => {
  const { ready, failed } = uploadNews(new Map(), [
    entry("ended", "done"),
    entry("failed there", "failed", 7),
    entry("empty file", "failed", null),
  ]);
  expect([keysOf(ready), keysOf(failed)]).toEqual([[], ["empty file"]]);
});
