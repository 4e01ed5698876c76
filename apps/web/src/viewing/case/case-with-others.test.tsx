// @vitest-environment happy-dom
/** Two people edit the same case: saving does not overwrite the other's changes. */
import { AppError } from "@parfocal/core/errors.ts";
import { fieldVersion } from "@parfocal/core/item/field-version.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { withSlideMoved, withTexts } from "./arrange-draft.ts";
import { useArrange } from "./useArrange.ts";
import { useBinder } from "./useBinder.ts";

vi.mock("#platform/call.ts", () => ({ call: vi.fn(async () => ({})) }));
vi.mock("#platform/failure-toast.ts", () => ({ showFailure: vi.fn(), showProblem: vi.fn(), showSuccess: vi.fn() }));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

const slide = (id: number) => ({
  ...{ id, itemId: id, title: `Slide ${id}`, subtitle: "", thumbnail: null, isActive: true, annotationsActive: true },
  ...{ center: null, zoom: null, rotation: 0 as const, boundPoints: [], slideInformation: null },
});
const caseOf = (...ids: readonly number[]) => caseWith({}, ids);
const caseWith = (texts: object, ids: readonly number[] = [1, 2]) =>
  ({
    ...{ id: 5, title: "A case", subtitle: "", description: "", diagnosis: "", collapseDiagnosis: false },
    ...{ layout: { columns: 2, rows: 1 }, items: ids.map(slide), ...texts },
  }) as unknown as Parameters<typeof useArrange>[0];
const STATE = { setMaps: vi.fn(), sync: { setOn: vi.fn() }, isSynced: true, slideIds: [1, 2], items: [] };
const STILL = { getView: () => ({ center: [7, 8], zoom: 3, rotationDeg: 45 }) } as never;

const queryClient = new QueryClient();
const wrapper = ({ children }: { readonly children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
);
const sent = () => vi.mocked(call).mock.calls.map(([, parts]) => (parts as unknown as { body: unknown }).body);

beforeEach(() => vi.clearAllMocks());
afterEach(cleanup);

it("a binding contains only the slides whose points were set, and keeps all others", async () => {
  const { result, rerender } = renderHook(({ shown }) => useBinder(shown, STATE as never, false), {
    wrapper,
    initialProps: { shown: caseOf(1, 2) },
  });
  act(() => result.current.place(1, [3, 4]));
  rerender({ shown: caseOf(7, 1, 2) });
  act(() => result.current.save());
  await waitFor(() => expect(showSuccess).toHaveBeenCalledWith("case.bindingSaved"));
  expect(sent()).toEqual([{ items: [{ id: 1, boundPoints: [[3, 4]] }], keepsOthers: true }]);
  expect(result.current.isChanged).toBe(false);
});

it("an opening view contains only its slide, and keeps all others", async () => {
  const { result } = renderHook(() => useBinder(caseOf(1, 2), STATE as never, false), { wrapper });
  act(() => result.current.savePosition(2, STILL));
  await waitFor(() => expect(showSuccess).toHaveBeenCalledWith("case.positionSaved"));
  expect(sent()).toEqual([{ items: [{ id: 2, center: [7, 8], zoom: 3, rotation: 45 }], keepsOthers: true }]);
});

it("an arrangement based on an outdated list of slides is rejected; after updating it is saved, and no slide is lost", async () => {
  const { result, rerender } = renderHook(({ shown }) => useArrange(shown), {
    wrapper,
    initialProps: { shown: caseOf(1, 2) },
  });
  act(() => result.current.change(withSlideMoved(result.current.draft, 2, 0)));
  vi.mocked(call).mockRejectedValueOnce(new AppError("conflict", "others", { codes: ["itemsChanged"] }));
  act(() => result.current.save());
  await waitFor(() => expect(showProblem).toHaveBeenCalledWith("case.slidesChanged"));
  rerender({ shown: caseOf(1, 2, 7) });
  expect(result.current.isChanged).toBe(true);
  act(() => result.current.save());
  await waitFor(() => expect(showSuccess).toHaveBeenCalledWith("case.updated"));
  expect(sent()).toMatchObject([
    { items: [{ id: 2 }, { id: 1 }], seenIds: [1, 2] },
    { items: [{ id: 2 }, { id: 1 }, { id: 7 }], seenIds: [1, 2, 7] },
  ]);
});

it("texts changed only by others are kept; one changed by both is a conflict until a version is chosen", async () => {
  const { result, rerender } = renderHook(({ shown }) => useArrange(shown), {
    wrapper,
    initialProps: { shown: caseWith({ description: "Old" }) },
  });
  act(() => result.current.change(withTexts(result.current.draft, { description: "Mine" })));
  rerender({ shown: caseWith({ description: "Theirs", subtitle: "Their subtitle" }) });
  expect(result.current.conflicts).toEqual(["description"]);
  expect(result.current.draft.texts).toMatchObject({ description: "Mine", subtitle: "Their subtitle" });
  act(() => result.current.save());
  await waitFor(() => expect(showSuccess).toHaveBeenCalledTimes(1));
  expect(sent()).toMatchObject([{ description: "Mine", seen: { description: fieldVersion("Old") } }]);
  expect(sent()[0]).not.toHaveProperty("subtitle");

  act(() => result.current.change(withTexts(result.current.draft, { description: "Mine" })));
  rerender({ shown: caseWith({ description: "Theirs again" }) });
  act(() => result.current.settle("description", "mine"));
  expect([result.current.conflicts, result.current.draft.texts.description]).toEqual([[], "Mine"]);
  rerender({ shown: caseWith({ description: "The last" }) });
  act(() => result.current.settle("description", "theirs"));
  expect([result.current.conflicts, result.current.isChanged]).toEqual([[], false]);
});

it("a rejected text reports that there are two versions", async () => {
  const { result } = renderHook(() => useArrange(caseWith({})), { wrapper });
  act(() => result.current.change(withTexts(result.current.draft, { subtitle: "Mine" })));
  vi.mocked(call).mockRejectedValueOnce(
    new AppError("conflict", "others", { codes: ["changedMeanwhile", "subtitle"] }),
  );
  act(() => result.current.save());
  await waitFor(() => expect(showProblem).toHaveBeenCalledWith("editor.conflictText"));
});
