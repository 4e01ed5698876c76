// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import type { TextbookNote } from "@parfocal/core/textbook-note/textbook-note.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import type { ReaderHandle } from "#textbook-reader/reader-props.ts";
import { BookmarksPanel } from "./BookmarksPanel.tsx";
import { NotesPanel } from "./NotesPanel.tsx";

vi.mock("react-i18next", () => ({
  useTranslation: () => ({ t: (key: string, values?: { page?: number }) => [key, values?.page].join(" ").trim() }),
}));
vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 5 } }) }));
vi.mock("#platform/failure-toast.ts", () => ({ showFailure: vi.fn(), showSuccess: vi.fn(), showProblem: vi.fn() }));
vi.mock("#ui/undo-toast.tsx", () => ({ showUndo: vi.fn() }));

const note = (id: number, more: Partial<TextbookNote>): TextbookNote => ({
  ...{ id, kind: "note", pageIndex: 6, content: "Saved", version: 1 },
  ...{ createdAt: "2026-11-24T00:00:00.000Z", updatedAt: "2026-11-24T00:00:00.000Z" },
  ...more,
});

/** Stored notes of the server. */
let stored: TextbookNote[] = [];
/** Calls that change something, in order: method and body. */
let changes: [method: string, body: unknown][] = [];
let refuse: AppError | null = null;

beforeEach(() => {
  localStorage.clear();
  changes = [];
  refuse = null;
  vi.mocked(call).mockImplementation((async (contract: { method: string }, input: { body?: unknown }) => {
    if (contract.method === "GET") return stored;
    if (refuse) throw refuse;
    changes.push([contract.method, input.body]);
    return stored[0];
  }) as never);
});
// A growing text field waits for fonts, which happy-dom does not have.
Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
afterEach(cleanup);

const reader = (pageNumber: number): ReaderHandle => ({
  ...{ pageNumber, pageCount: 20, rotationDeg: 0, goToPage: vi.fn(), setPanel: vi.fn() },
});

function show(panel: "notes" | "bookmarks", handle: ReaderHandle) {
  const Panel = panel === "notes" ? NotesPanel : BookmarksPanel;
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return render(
    <QueryClientProvider client={client}>
      <MantineProvider env="test">
        <Panel textbookId={7} reader={handle} />
      </MantineProvider>
    </QueryClientProvider>,
  );
}

it("an unsaved note survives a reload, with its original page", async () => {
  stored = [];
  const first = show("notes", reader(7));
  fireEvent.change(screen.getByRole("textbox", { name: "textbookNote.newNote 7" }), { target: { value: "Compare" } });
  first.unmount();
  show("notes", reader(9));
  expect(screen.getByRole("textbox", { name: "textbookNote.newNote 7" })).toHaveProperty("value", "Compare");
  fireEvent.click(screen.getByRole("button", { name: "textbookNote.moveHere 9" }));
  fireEvent.click(screen.getByRole("button", { name: "textbookNote.addNote" }));
  await waitFor(() => expect(changes).toEqual([["POST", { kind: "note", pageIndex: 8, content: "Compare" }]]));
  await waitFor(() => expect(screen.getByRole("textbox")).toHaveProperty("value", ""));
  expect(localStorage.length).toBe(0);
});

it("a note that was changed elsewhere shows both texts; one's own is saved over the latest version", async () => {
  stored = [note(1, {})];
  show("notes", reader(7));
  fireEvent.click(await screen.findByRole("button", { name: /^textbookNote.edit/ }));
  fireEvent.change(screen.getByRole("textbox", { name: /^textbookNote.edit/ }), { target: { value: "Mine" } });
  stored = [note(1, { content: "Theirs", version: 2 })];
  refuse = new AppError("conflict", "Changed elsewhere", { codes: ["versionChanged"] });
  fireEvent.click(screen.getByRole("button", { name: "textbookNote.save" }));
  expect(await screen.findByText("Theirs")).toBeDefined();
  expect(screen.getByRole("textbox", { name: /^textbookNote.edit/ })).toHaveProperty("value", "Mine");
  refuse = null;
  fireEvent.click(screen.getByRole("button", { name: "textbookNote.saveMine" }));
  await waitFor(() => expect(changes).toEqual([["PUT", { content: "Mine", version: 2 }]]));
});

it("a page has one bookmark, removed by the same button; a bookmark leads to its page", async () => {
  stored = [note(1, { kind: "bookmark", content: "Glomerulus" }), note(2, {})];
  const handle = reader(7);
  show("bookmarks", handle);
  fireEvent.click(await screen.findByRole("button", { name: "textbookNote.titleAndPage 7" }));
  expect(handle.goToPage).toHaveBeenCalledWith(7);
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: "textbookNote.removeBookmark 7" }));
  await waitFor(() => expect(changes.map(([method]) => method)).toEqual(["DELETE"]));
});

it("a bookmark gets a title, which can be empty", async () => {
  stored = [note(1, { kind: "bookmark", content: "Glomerulus" })];
  show("bookmarks", reader(2));
  fireEvent.click(await screen.findByRole("button", { name: "textbookNote.rename" }));
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "" } });
  fireEvent.click(screen.getByRole("button", { name: "textbookNote.save" }));
  await waitFor(() => expect(changes).toEqual([["PUT", { content: "", version: 1 }]]));
});
