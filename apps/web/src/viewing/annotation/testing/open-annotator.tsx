/** `useAnnotator` on a slide, with a viewer and an outbox that tests control. */
import { ANNOTATION_TYPES } from "@parfocal/core/annotation/annotation-types.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import { ViewerEmitter } from "@parfocal/viewer/events/viewer-events.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { vi } from "vitest";
import type { OutboxEvent } from "#platform/outbox/outbox.ts";
import type { OutboxEntry, OutboxRequest } from "#platform/outbox/outbox-entry.ts";
import { fieldsOfAnnotation, type ListedAnnotation } from "../annotation-outbox.ts";
import type { AnnotationBoard } from "../useAnnotationBoard.ts";
import { type Annotator, useAnnotator } from "../useAnnotator.ts";
import { buildAnnotation } from "./build-annotation.ts";

const IMAGE = { id: 9 } as Image;

/** A fake viewer that records calls and emits user events. */
export function openViewer() {
  const emitter = new ViewerEmitter();
  const shown = new Map<unknown, string | undefined>();
  const log: string[] = [];
  const state = { isDrawing: false, isFreehand: false, typeName: null, canUndo: false, canRedo: false };
  const edits = (editedId: number | null): void =>
    emitter.emit("drawingState", { ...state, editedId, canFinish: editedId !== null });
  const annotations = {
    show(listed: readonly { id: unknown; wkt?: string }[]) {
      shown.clear();
      for (const { id, wkt } of listed) shown.set(id, wkt);
    },
    setSelected: vi.fn(),
    setSelectedToo: vi.fn(),
    setHovered: vi.fn(),
    setEditingTool: vi.fn(),
    startDrawing: (typeName: string, { vertices = [] }: { vertices?: readonly unknown[] } = {}) =>
      log.push(`draw ${typeName} ${vertices.length}`),
    sketchedVertices: () => [
      [0, 0],
      [5, 0],
    ],
    cancelDrawing: vi.fn(),
    startEditing(id: number) {
      log.push(`edit ${id} ${shown.get(id)}`);
      edits(id);
    },
    cancelEditing: () => edits(null),
  };
  const viewer = {
    annotations,
    on: emitter.on.bind(emitter),
    getView: () => ({ zoom: 1 }),
    focus: () => undefined,
  } as unknown as SlideViewer;
  const draw = (wkt: string): void =>
    act(() =>
      emitter.emit("drawn", {
        wkt,
        measurement: null,
        typeName: "polygon",
        isNew: true,
        shape: { kind: "line", path: [] },
      }),
    );
  const reshape = (id: number, wkt: string): void =>
    act(() =>
      emitter.emit("edited", { id, wkt, measurement: null, typeName: "polygon", shape: { kind: "line", path: [] } }),
    );
  const pressEnter = (): void => act(() => edits(null));
  return { viewer, shown, log, draw, reshape, pressEnter };
}

/** An outbox that accepts changes on request. */
function openOutbox(storedDrafts: Record<string, unknown> = {}) {
  const listeners = new Set<(event: OutboxEvent) => void>();
  const added: OutboxRequest[] = [];
  const waiting: { resolve: (ids: readonly number[]) => void; reject: (error: Error) => void }[] = [];
  const drafts: Record<string, unknown> = storedDrafts;
  const left: Record<string, unknown> = {};
  const addMany = (requests: readonly OutboxRequest[]): Promise<readonly number[]> => {
    added.push(...requests);
    return new Promise((resolve, reject) => waiting.push({ resolve, reject }));
  };
  const outbox = {
    addMany,
    add: async (request: OutboxRequest) => (await addMany([request]))[0],
    discard: async () => undefined,
    readDraft: async (scope: string) => drafts[scope],
    async writeDraft(scope: string, draft: unknown) {
      drafts[scope] = draft;
    },
    leaveDraft(scope: string, draft: unknown) {
      left[scope] = draft;
    },
    onEvent(listener: (event: OutboxEvent) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const take = (ids: readonly number[] | null): Promise<void> =>
    act(async () => {
      const next = waiting.shift();
      if (ids) next?.resolve(ids);
      else next?.reject(new Error("full"));
    });
  const emit = (entry: Partial<OutboxEntry>, id: number): void =>
    act(() => {
      const event = { kind: "saved", entry: { channel: "annotation", ...entry }, delivery: { id, answer: null } };
      for (const listener of listeners) listener(event as OutboxEvent);
    });
  return { outbox, added, drafts, left, take, emit };
}

export function openAnnotator(
  annotations: readonly ListedAnnotation[] = [],
  storedDrafts?: Record<string, unknown>,
  sameBefore = 0,
) {
  const viewer = openViewer();
  const outbox = openOutbox(storedDrafts);
  const emitAction = vi.fn();
  const board = {
    outbox: outbox.outbox,
    annotations,
    isWhole: true,
    hoveredId: null,
    selected: null,
    selectedIds: new Set<number>(),
    viewer: { id: 3, isExpert: true },
    choice: "all",
    drawnIn: null,
    actions: { emit: emitAction },
    ...{ select: vi.fn(), hover: vi.fn(), toggleSelected: vi.fn(), setFilter: vi.fn(), setVisible: vi.fn() },
  } as unknown as AnnotationBoard;
  const queryClient = new QueryClient();
  queryClient.setQueryData(["annotation-types"], ANNOTATION_TYPES);
  const hook = renderHook((props) => useAnnotator(IMAGE, props.viewer, props.board, sameBefore), {
    initialProps: { viewer: viewer.viewer, board },
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  const now = (): Annotator => hook.result.current;
  const draft = (): unknown => (outbox.drafts["image:9"] as { state: unknown } | undefined)?.state;
  return { ...viewer, ...outbox, hook, board, now, draft, emitAction };
}

export const rejectedChange = (): OutboxEntry => ({
  ...{ siteId: 1, userId: 3, key: "refused", sequence: 1, channel: "annotation", scope: "image:9", place: "/" },
  ...{ subjectId: 5, action: "update", createdAt: 0, firstAttemptAt: 0 },
  fields: { ...fieldsOfAnnotation(buildAnnotation({ id: 5, title: "Refused" })) },
  refusal: { kind: "invalid", message: "", codes: [] },
});
