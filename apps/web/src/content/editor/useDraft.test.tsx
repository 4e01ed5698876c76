// @vitest-environment happy-dom
import { AppError } from "@parfocal/core/errors.ts";
import { fieldVersion } from "@parfocal/core/item/field-version.ts";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { SeenVersions } from "./draft-changes.ts";
import { useDraft } from "./useDraft.ts";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));

interface Values {
  readonly title: string;
  readonly subtitle: string;
}
const KIDNEY: Values = { title: "Kidney", subtitle: "" };

/** A server that answers on request. */
function buildServer() {
  let settle: ((failure?: AppError) => void) | null = null;
  const send = vi.fn(
    (_: Partial<Values>) =>
      new Promise<void>((resolve, reject) => {
        settle = (failure) => (failure ? reject(failure) : resolve());
      }),
  );
  return { send, answer: (failure?: AppError) => settle?.(failure) };
}

const openDraft = (
  send: (changes: Partial<Values>, seen: SeenVersions) => Promise<unknown>,
  saved = KIDNEY,
  name = "course-3",
) =>
  renderHook((props: { saved: Values; name: string }) => useDraft({ ...props, send }), {
    initialProps: { saved, name },
  });

beforeEach(() => localStorage.clear());
afterEach(cleanup);

it("sends only the changed fields, and reports when they are saved", async () => {
  const { send, answer } = buildServer();
  const { result, rerender } = openDraft(send);
  expect(result.current.state).toBe("unchanged");
  act(() => result.current.change({ title: "Liver" }));
  expect([result.current.state, result.current.values.title]).toEqual(["dirty", "Liver"]);
  let saving: Promise<boolean> | undefined;
  act(() => {
    saving = result.current.save();
  });
  expect(result.current.state).toBe("saving");
  rerender({ saved: { ...KIDNEY, title: "Liver" }, name: "course-3" });
  await act(async () => {
    answer();
    expect(await saving).toBe(true);
  });
  expect(send.mock.calls).toEqual([[{ title: "Liver" }, { title: fieldVersion("Kidney") }]]);
  expect([result.current.state, result.current.isDirty]).toEqual(["saved", false]);
});

it("saving twice in quick succession sends it once", async () => {
  const { send, answer } = buildServer();
  const { result } = openDraft(send);
  act(() => result.current.change({ title: "Liver" }));
  const { save } = result.current;
  await act(async () => {
    void save();
    void save();
    answer();
  });
  expect(send).toHaveBeenCalledTimes(1);
});

it("a reload restores the changes, and reports it", () => {
  const first = openDraft(vi.fn());
  act(() => first.result.current.change({ title: "Liver" }));
  first.unmount();
  const { result } = openDraft(vi.fn());
  expect([result.current.values.title, result.current.wasRestored, result.current.isDirty]).toEqual([
    "Liver",
    true,
    true,
  ]);
  act(() => result.current.discard());
  expect([result.current.values.title, result.current.isDirty]).toEqual(["Kidney", false]);
  expect(localStorage.length).toBe(0);
});

it("another person's saved change is shown, and is not part of the draft", () => {
  const { result, rerender } = openDraft(vi.fn());
  act(() => result.current.change({ title: "Liver" }));
  rerender({ saved: { ...KIDNEY, subtitle: "of a dog" }, name: "course-3" });
  expect(result.current.values).toEqual({ title: "Liver", subtitle: "of a dog" });
});

it("a field that was changed and changed back is no longer a change when another person saves it", () => {
  const { result, rerender } = openDraft(vi.fn());
  act(() => result.current.change({ title: "Liver" }));
  act(() => result.current.change({ title: "Kidney" }));
  rerender({ saved: { ...KIDNEY, title: "Lung" }, name: "course-3" });
  expect([result.current.values.title, result.current.isDirty]).toEqual(["Lung", false]);
});

it("a field that another person changed to the same value is no longer a change when it is saved once more", () => {
  const { result, rerender } = openDraft(vi.fn());
  act(() => result.current.change({ title: "Liver" }));
  rerender({ saved: { ...KIDNEY, title: "Liver" }, name: "course-3" });
  rerender({ saved: { ...KIDNEY, title: "Lung" }, name: "course-3" });
  expect([result.current.values.title, result.current.isDirty]).toEqual(["Lung", false]);
});

it("a field that is changed back while being saved is a change again", async () => {
  const { send, answer } = buildServer();
  const { result, rerender } = openDraft(send);
  act(() => result.current.change({ title: "Liver" }));
  act(() => void result.current.save());
  act(() => result.current.change({ title: "Kidney" }));
  rerender({ saved: { ...KIDNEY, title: "Liver" }, name: "course-3" });
  await act(async () => answer());
  await waitFor(() => expect([result.current.values.title, result.current.state]).toEqual(["Kidney", "dirty"]));
});

it("after a failure nothing is lost, and the next attempt sends it again", async () => {
  const { send, answer } = buildServer();
  const { result } = openDraft(send);
  act(() => result.current.change({ title: "Liver" }));
  let saving: Promise<boolean> | undefined;
  act(() => {
    saving = result.current.save();
  });
  await act(async () => {
    answer(new AppError("unavailable", "The server is away."));
    expect(await saving).toBe(false);
  });
  expect([result.current.state, result.current.failure?.message, result.current.values.title]).toEqual([
    "failed",
    "The server is away.",
    "Liver",
  ]);
  act(() => void result.current.save());
  expect(send).toHaveBeenCalledTimes(2);
});

it("another item in its place starts with its own changes", () => {
  const { result, rerender } = openDraft(vi.fn());
  act(() => result.current.change({ title: "Liver" }));
  rerender({ saved: { title: "Skin", subtitle: "" }, name: "course-4" });
  expect([result.current.values.title, result.current.isDirty]).toEqual(["Skin", false]);
  rerender({ saved: KIDNEY, name: "course-3" });
  expect([result.current.values.title, result.current.wasRestored]).toEqual(["Liver", true]);
});

it("saved values that are a new object each time do not block the page", () => {
  const { result } = renderHook(() => useDraft({ name: "x", saved: { ...KIDNEY }, send: vi.fn() }));
  act(() => result.current.change({ title: "Liver" }));
  expect(result.current.values.title).toBe("Liver");
});

describe("a field changed by two people", () => {
  const LUNG: Values = { title: "Lung", subtitle: "" };
  /** The draft is "Liver", based on "Kidney"; "Lung" was saved since. */
  async function openConflict() {
    const send = vi.fn(async (_changes: Partial<Values>, _seen: SeenVersions) => undefined);
    const opened = openDraft(send);
    act(() => opened.result.current.change({ title: "Liver" }));
    opened.rerender({ saved: LUNG, name: "course-3" });
    return { ...opened, send };
  }

  it("is a conflict, and sends the version that was last seen", async () => {
    const { result, send } = await openConflict();
    expect([result.current.conflicts, result.current.values.title]).toEqual([["title"], "Liver"]);
    act(() => result.current.keepMine("title"));
    expect(result.current.conflicts).toEqual([]);
    await act(async () => void (await result.current.save()));
    expect(send.mock.calls).toEqual([[{ title: "Liver" }, { title: fieldVersion("Lung") }]]);
  });

  it("gets the other version on request", async () => {
    const { result } = await openConflict();
    act(() => result.current.takeTheirs("title"));
    expect([result.current.values.title, result.current.isDirty, result.current.conflicts]).toEqual([
      "Lung",
      false,
      [],
    ]);
  });

  it("is still a conflict after a reload", async () => {
    (await openConflict()).unmount();
    const { result } = openDraft(vi.fn(), LUNG);
    expect([result.current.conflicts, result.current.values.title]).toEqual([["title"], "Liver"]);
  });
});

it("can be changed after it was closed, as by an undo: the next visit finds the change", () => {
  const left = openDraft(vi.fn());
  act(() => void left.result.current.change({ title: "Liver" }));
  const { change } = left.result.current;
  left.unmount();
  expect(change({ subtitle: "HE" })).toBe(true);
  expect(change({ title: "Kidney" })).toBe(true);
  const { result } = openDraft(vi.fn());
  expect(result.current.values).toEqual({ title: "Kidney", subtitle: "HE" });
  expect(result.current.isDirty).toBe(true);
});

it("can be changed after it was closed and reopened, unless the new draft has another value", () => {
  const left = openDraft(vi.fn());
  act(() => void left.result.current.change({ title: "Liver" }));
  const { change } = left.result.current;
  left.unmount();
  const { result } = openDraft(vi.fn());
  act(() => void expect(change({ title: "Spleen" })).toBe(true));
  expect(result.current.values.title).toBe("Spleen");
  act(() => void result.current.change({ title: "Heart" }));
  act(() => void expect(change({ title: "Kidney" })).toBe(false));
  expect(result.current.values.title).toBe("Heart");
});

it("cannot be changed after it was discarded and closed", () => {
  const left = openDraft(vi.fn());
  act(() => void left.result.current.change({ title: "Liver" }));
  const { change } = left.result.current;
  left.unmount();
  localStorage.clear();
  expect(change({ title: "Spleen" })).toBe(false);
  expect(localStorage.length).toBe(0);
});
