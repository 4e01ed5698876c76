// @vitest-environment happy-dom
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { useUploadNotes } from "./useUploadNotes.ts";

const queue = vi.hoisted(() => ({ entries: [] as unknown[] }));
vi.mock("#upload/upload-context.tsx", () => ({ useUploadEntries: () => queue.entries }));
vi.mock("react-i18next", () => ({
  useTranslation: () => ({
    t: (_key: string, { count, percent }: { count: number; percent: string }) => `${count}: ${percent}`,
    i18n: { language: "en" },
  }),
}));
afterEach(cleanup);

it("a row of the tree shows how many files are being uploaded into it, and their progress", () => {
  const entry = (placeId: number, phase: string, sentBytes: number) => ({
    ...{ destination: { id: placeId, title: "" }, phase, bytes: 100, sentBytes, progress: 0, purpose: "slide" },
  });
  queue.entries = [entry(3, "sending", 50), entry(3, "sending", 30), entry(4, "failed", 10), entry(5, "done", 100)];
  const noteOf = renderHook(() => useUploadNotes()).result.current;
  expect(noteOf(3)).toMatch(/^2: \d+%$/);
  expect([noteOf(4), noteOf(5), noteOf(6)]).toEqual([null, null, null]);
});
