// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createOutbox, type Outbox } from "#platform/outbox/outbox.ts";
import { memoryStore } from "#platform/outbox/outbox-store.ts";
import { browserWorld } from "#platform/outbox/outbox-world.ts";
import { AnnotationTabs } from "./AnnotationTabs.tsx";
import { ANNOTATION_CHANNEL, scopeOfImage } from "./annotation-outbox.ts";
import { rememberSpace } from "./sidebar-space.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";
import { useAnnotationBoard } from "./useAnnotationBoard.ts";

const server = vi.hoisted(() => ({ queries: [] as string[], listed: [1] }));
const browser = vi.hoisted((): { outbox: Outbox | null } => ({ outbox: null }));
vi.mock("#platform/call.ts", () => ({
  call: async (_call: unknown, { body }: { body: { query: string } }) => {
    server.queries.push(body.query);
    const annotations = server.listed.map((id) => buildAnnotation({ id, title: body.query }));
    return { total: annotations.length, isComplete: true, annotations };
  },
}));
vi.mock("#platform/session.tsx", () => {
  const user = { id: 7, displayName: "Leo", capabilities: ["learn"] };
  const session = { user, site: { id: 1 }, isExpired: false, can: () => false };
  return { useSession: () => session };
});
vi.mock("#platform/outbox/current-outbox.ts", async (original) => ({
  ...(await original<typeof import("#platform/outbox/current-outbox.ts")>()),
  useOpenOutbox: () => undefined,
  useOutbox: () => browser.outbox,
}));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

beforeEach(() => {
  server.queries = [];
  server.listed = [1];
});
afterEach(() => {
  cleanup();
  browser.outbox?.close();
  browser.outbox = null;
  localStorage.clear();
});

type Board = ReturnType<typeof useAnnotationBoard>;

/** @param onRendering receives the board of each rendering. */
function openBoard(
  annotationsActive: boolean,
  {
    client = new QueryClient(),
    onRendering = () => {},
  }: { client?: QueryClient; onRendering?(board: Board): void } = {},
) {
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(
    (): Board => {
      const board = useAnnotationBoard({ id: 9, annotationsActive } as never, null);
      onRendering(board);
      return board;
    },
    { wrapper },
  ).result;
}

/**
 * A queue that sends one drawing. The server confirms it with the ID 42 on `confirm`; the browser has stored that on
 * `finishStoring`.
 */
async function drawOne(subjectId: number) {
  const [answered, stored] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const store = memoryStore();
  const send = async () => {
    await answered.promise;
    const answer = buildAnnotation({ id: 42, order: 2, isUserOwner: true, imageId: 9 });
    return { id: answer.id, answer };
  };
  const outbox = createOutbox({ siteId: 1, userId: 7 }, store, { [ANNOTATION_CHANNEL]: send }, browserWorld);
  const { imageId, geometry, typeId } = buildAnnotation({ imageId: 9 });
  const fields = { imageId, geometry, typeId, title: "new" };
  const request = { channel: ANNOTATION_CHANNEL, scope: scopeOfImage(9), place: "/", subjectId, fields };
  await outbox.add({ ...request, action: "create" });
  const { change } = store;
  store.change = async (...step) => {
    await stored.promise;
    return change(...step);
  };
  return { outbox, confirm: answered.resolve, finishStoring: stored.resolve };
}

it("if annotations are turned off, experts' ones are not requested; own ones are, and listed", async () => {
  const board = openBoard(false);
  expect(board.current).toMatchObject({ filter: "expert", clearedBy: "place", annotations: [], isLoading: false });
  act(() => board.current.setFilter("mine"));
  await vi.waitFor(() => expect(board.current.annotations).toMatchObject([{ title: "mine" }]));
  expect([board.current.clearedBy, server.queries]).toEqual([null, ["mine"]]);
});

it("when hidden by the button, experts' annotations are cleared; own ones stay listed", async () => {
  const board = openBoard(true);
  await vi.waitFor(() => expect(board.current.annotations).toHaveLength(1));
  act(() => board.current.setVisible(false));
  expect(board.current).toMatchObject({ clearedBy: "button", annotations: [] });
  act(() => board.current.setFilter("mine"));
  await vi.waitFor(() => expect(board.current.annotations).toMatchObject([{ title: "mine" }]));
  expect(board.current).toMatchObject({ clearedBy: null, isVisible: false });
});

it("starts with the space that the same person chose last", () => {
  rememberSpace(8, "group");
  expect(openBoard(true).current.filter).toBe("expert");
  render(<AnnotationTabs board={openBoard(true).current} />);
  fireEvent.click(screen.getByRole("button", { name: "annotation.mySpace" }));
  expect(openBoard(true).current.filter).toBe("mine");
});

it("while the server confirms a drawing, each rendering lists and selects it once, under one ID", async () => {
  const drawing = await drawOne(-5);
  browser.outbox = drawing.outbox;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const renderings: { listed: number[]; selected: number[] }[] = [];
  const onRendering = ({ filter, isLoading, annotations, selectedIds }: Board) => {
    if (filter === "all" && !isLoading)
      renderings.push({ listed: annotations.map(({ id }) => id), selected: [...selectedIds] });
  };
  const board = openBoard(true, { client, onRendering });
  act(() => board.current.setFilter("all"));
  await vi.waitFor(() => expect(board.current.annotations.map(({ id }) => id)).toEqual([1, -5]));
  act(() => board.current.selectMany([1, -5]));
  server.listed = [1, 42];
  drawing.confirm();
  await vi.waitFor(() => expect(board.current.annotations.map(({ id }) => id)).toEqual([1, 42]));
  await vi.waitFor(() => expect(client.isFetching()).toBe(0));
  expect(drawing.outbox.snapshot().entries).toMatchObject([{ subjectId: 42 }]);

  const later = openBoard(true, { client, onRendering });
  act(() => later.current.setFilter("all"));
  await vi.waitFor(() => expect(later.current.annotations.map(({ id }) => id)).toEqual([1, 42]));
  drawing.finishStoring();
  await vi.waitFor(() => expect(drawing.outbox.snapshot().entries).toEqual([]));
  expect([...board.current.selectedIds]).toEqual([1, 42]);
  for (const { listed, selected } of renderings) {
    expect(listed).toHaveLength(2);
    expect(selected.every((id) => listed.includes(id))).toBe(true);
  }
});
