// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Outbox } from "#platform/outbox/outbox.ts";
import { useNoteDraft } from "./useNoteDraft.ts";

afterEach(cleanup);

it("a note is kept at once when the page goes right after the last key", async () => {
  const leaveDraft = vi.fn();
  const outbox = { readDraft: async () => undefined, writeDraft: async () => undefined, leaveDraft };
  const { result } = renderHook(() => useNoteDraft(outbox as unknown as Outbox, "note:9"));
  act(() => result.current.write("half a no"));
  await waitFor(() => expect(result.current.written).toBe("half a no"));
  window.dispatchEvent(new Event("pagehide"));
  expect(leaveDraft).toHaveBeenCalledExactlyOnceWith("note:9", "half a no");
});
