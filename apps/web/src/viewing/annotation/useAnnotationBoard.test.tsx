// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, fireEvent, render, renderHook, screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { AnnotationTabs } from "./AnnotationTabs.tsx";
import { rememberSpace } from "./sidebar-space.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";
import { useAnnotationBoard } from "./useAnnotationBoard.ts";

const server = vi.hoisted(() => ({ queries: [] as string[] }));
vi.mock("#platform/call.ts", () => ({
  call: async (_call: unknown, { body }: { body: { query: string } }) => {
    server.queries.push(body.query);
    return { total: 1, isComplete: true, annotations: [buildAnnotation({ id: 1, title: body.query })] };
  },
}));
vi.mock("#platform/session.tsx", () => {
  const user = { id: 7, displayName: "Leo", capabilities: ["learn"] };
  const session = { user, site: { id: 1 }, isExpired: false, can: () => false };
  return { useSession: () => session };
});
vi.mock("#platform/outbox/current-outbox.ts", () => ({
  useOpenOutbox: () => undefined,
  useOutbox: () => null,
  useOutboxSnapshot: () => ({ entries: [] }),
}));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

beforeEach(() => {
  server.queries = [];
});
afterEach(() => {
  cleanup();
  localStorage.clear();
});

function openBoard(annotationsActive: boolean) {
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  return renderHook(() => useAnnotationBoard({ id: 9, annotationsActive } as never, null), { wrapper }).result;
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
