// @vitest-environment happy-dom
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { Outbox } from "./outbox.ts";
import { useTextDraft } from "./useTextDraft.ts";

afterEach(cleanup);

it("a text is stored immediately when the page closes right after the last key", async () => {
  const leaveDraft = vi.fn();
  const outbox = { readDraft: async () => undefined, writeDraft: async () => undefined, leaveDraft };
  const { result } = renderHook(() => useTextDraft(outbox as unknown as Outbox, "note:9"));
  act(() => result.current.write("half a no"));
  await waitFor(() => expect(result.current.written).toBe("half a no"));
  window.dispatchEvent(new Event("pagehide"));
  expect(leaveDraft).toHaveBeenCalledExactlyOnceWith("note:9", "half a no");
});
