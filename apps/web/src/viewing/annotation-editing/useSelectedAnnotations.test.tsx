// @vitest-environment happy-dom
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { cleanup, renderHook } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { ListedAnnotation } from "#annotation/annotation-outbox.ts";
import { createdForTest } from "#annotation/annotation-undo.builder.ts";
import type { AnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import type { OutboxRequest } from "#platform/outbox/outbox-entry.ts";
import { useClipboardEvents } from "./useEditingKeys.ts";
import { useSelectedAnnotations } from "./useSelectedAnnotations.ts";

const session = vi.hoisted(() => ({ siteId: 1, userId: 2 }));
vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({ site: { id: session.siteId }, user: { id: session.userId } }),
}));
const toasts = vi.hoisted(() => ({ failures: 0 }));
vi.mock("#platform/failure-toast.ts", () => ({
  showSuccess: () => undefined,
  showFailure: () => {
    toasts.failures += 1;
  },
}));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

const slideInformation = { width: 10_000, height: 8_000, micronsPerPixel: 0.25, micronsPerPixelY: 0.25 };
const image = { id: 9, slideInformation } as unknown as Image & {
  readonly slideInformation: NonNullable<Image["slideInformation"]>;
};

function startSelection(annotations: readonly ListedAnnotation[], gone: readonly number[] = []) {
  const added: (readonly OutboxRequest[])[] = [];
  const emit = vi.fn<AnnotationBoard["actions"]["emit"]>();
  const outbox = {
    async addMany(requests: readonly OutboxRequest[]) {
      added.push(requests);
      return requests.map(({ subjectId }, at) =>
        gone.includes(subjectId) ? null : subjectId < 0 ? -50 - at : subjectId,
      );
    },
  };
  const showDialog = vi.fn<AnnotationBoard["showDialog"]>();
  const nothing = () => undefined;
  const board = {
    ...{ annotations, selectedIds: new Set(annotations.map(({ id }) => id)), outbox, actions: { emit }, showDialog },
    ...{ select: nothing, selectMany: nothing, setVisible: nothing, setFilter: nothing, choice: "mine", drawnIn: null },
    viewer: { id: 2, isExpert: false },
  } as unknown as AnnotationBoard;
  const viewer = { getView: () => ({ zoom: 3, center: [1000, 1000] }) } as unknown as SlideViewer;
  const { result } = renderHook(() => useSelectedAnnotations({ image, board, viewer }));
  /** Confirms the question about several. */
  const confirm = () => {
    const dialog = showDialog.mock.lastCall?.[0];
    if (dialog?.action === "deleteSeveral") dialog.remove();
  };
  return { selected: result.current, board, added, emit, showDialog, confirm };
}

const listed = (...ids: number[]) => ids.map((id) => createdForTest(id).annotation);

beforeEach(() => {
  Object.assign(session, { siteId: 1, userId: 2 });
  toasts.failures = 0;
  localStorage.clear();
});
afterEach(cleanup);

describe("an action on several annotations", () => {
  it("is added to the outbox in one step, and is one action", async () => {
    const { selected, added, emit, confirm } = startSelection(listed(1, 2, 3));
    selected.remove();
    confirm();
    await vi.waitFor(() => expect(emit).toHaveBeenCalledOnce());
    expect(added.map((requests) => requests.map(({ subjectId }) => subjectId))).toEqual([[1, 2, 3]]);
    expect(emit.mock.lastCall?.[0].steps).toHaveLength(3);
  });

  it("skips an own annotation that was converted since: neither deletes nor changes it", () => {
    const converted = { isConverted: true, isStudent: false, userCanEdit: false, userCanDelete: false };
    const [own, other] = listed(1, 2) as [ListedAnnotation, ListedAnnotation];
    const { selected, added, showDialog } = startSelection([{ ...own, ...converted }, other]);
    selected.remove();
    expect(showDialog).not.toHaveBeenCalled();
    expect([added, selected.canChange, selected.canCombine]).toEqual([[], false, false]);
  });

  it("contains their previous state, so that only changes are sent", async () => {
    const { selected, added } = startSelection(listed(1));
    selected.changeAll({ typeName: null, title: "Vessel" });
    expect(added).toMatchObject([[{ fields: { title: "Vessel" }, base: { title: "Glomerulus" } }]]);
  });

  it("is applied to those that exist, and reports a failure for the others", async () => {
    const { selected, emit, confirm } = startSelection(listed(1, 2), [1]);
    selected.remove();
    confirm();
    await vi.waitFor(() => expect(emit).toHaveBeenCalledOnce());
    expect(emit.mock.lastCall?.[0].steps).toMatchObject([{ kind: "remove", id: 2 }]);
    expect(toasts.failures).toBe(1);
  });
});

describe("deleting needs a confirmation", () => {
  for (const way of ["remove", "cut"] as const) {
    it(`for one by ${way}`, () => {
      const { selected, added, showDialog } = startSelection(listed(1));
      selected[way]();
      expect(showDialog.mock.calls).toMatchObject([[{ action: "delete", annotation: { id: 1 } }]]);
      expect(added).toEqual([]);
    });

    it(`for several by ${way}`, () => {
      const { selected, added, showDialog, confirm } = startSelection(listed(1, 2));
      selected[way]();
      expect(showDialog.mock.calls).toMatchObject([[{ action: "deleteSeveral", count: 2 }]]);
      expect(added).toEqual([]);
      confirm();
      expect(added).toHaveLength(1);
    });
  }
});

describe("a copied annotation", () => {
  const pasted = async (text: string | null) => {
    const { selected, added } = startSelection([]);
    selected.paste(text);
    await Promise.resolve();
    return added.flat().map(({ fields }) => fields.title);
  };

  it("is pasted only by the person who copied it, on this site", async () => {
    startSelection(listed(1)).selected.copy();
    expect(await pasted(null)).toEqual(["Glomerulus"]);
    session.userId = 3;
    expect(await pasted(null)).toEqual([]);
    Object.assign(session, { siteId: 2, userId: 2 });
    expect(await pasted(null)).toEqual([]);
  });

  it("is not pasted in place of a text that was copied elsewhere", async () => {
    startSelection(listed(1)).selected.copy();
    expect(await pasted("some words")).toEqual([]);
  });

  for (const [what, text, expected] of [
    ["an empty clipboard", "", null],
    ["a text", "some words", "some words"],
  ] as const) {
    it(`${what} of the browser pastes ${expected ?? "what was copied here"}`, () => {
      const { board } = startSelection([]);
      const paste = vi.fn();
      const now = { board, selected: { paste }, annotator: { state: { mode: "off" } } };
      const place = { latest: { current: now }, isActive: true };
      renderHook(() => useClipboardEvents(place as unknown as Parameters<typeof useClipboardEvents>[0]));
      const event = Object.assign(new Event("paste"), { clipboardData: { getData: () => text } });
      document.dispatchEvent(event);
      expect(paste).toHaveBeenCalledWith(expected);
    });
  }
});
