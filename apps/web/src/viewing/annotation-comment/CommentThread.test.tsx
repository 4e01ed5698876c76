// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { AnnotationComment } from "@parfocal/core/annotation/annotation-comment.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { annotationEn } from "#annotation/annotation.en.ts";
import type { Outbox } from "#platform/outbox/outbox.ts";
import { uiEn } from "#ui/ui.en.ts";
import { CommentThread } from "./CommentThread.tsx";

const comment = (facts: Partial<AnnotationComment>): AnnotationComment => ({
  ...{ id: 1, annotationId: 5, content: "Is this distal?", author: "Leo", isUserOwner: false, isExpert: false },
  ...{ isNew: false, createdAt: "2026-11-20T10:00:00.000Z", editedAt: null },
  ...facts,
});

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

/** Unsent comment of the reader, as stored by the browser. */
const drafts = new Map<string, unknown>();
const outbox = {
  readDraft: async (scope: string) => drafts.get(scope),
  writeDraft: async (scope: string, draft: unknown) => void drafts.set(scope, draft),
  leaveDraft: (scope: string, draft: unknown) => void drafts.set(scope, draft),
} as unknown as Outbox;

/** A server with one thread. @returns requests it received. */
function show(comments: AnnotationComment[], { canComment = true, isNews = false, isBroken = false } = {}): Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (url: string, { method = "GET", body }: RequestInit = {}) => {
    const path = new URL(url, "http://page.invalid").pathname.replace("/api", "");
    const json = typeof body === "string" ? (JSON.parse(body) as { content?: string }) : null;
    if (method === "GET") return new Response(JSON.stringify({ canComment, comments }));
    sent.push({ method, path, body: json });
    if (isBroken) return new Response(JSON.stringify({ message: "It broke.", data: [] }), { status: 500 });
    if (method === "DELETE") comments.splice(0, 1);
    const answer = comment({ id: 9, content: json?.content ?? "", isUserOwner: true });
    if (method === "POST") comments.push(answer);
    return method === "POST" ? new Response(JSON.stringify(answer)) : new Response(null, { status: 204 });
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <CommentThread
          imageId={3}
          annotationId={5}
          outbox={outbox}
          count={comments.length === 0 ? undefined : { comments: comments.length, new: isNews ? 1 : 0 }}
        />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return sent;
}

beforeAll(async () => {
  // A growing text field waits for fonts, which do not exist here.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { annotation: annotationEn, ui: uiEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  drafts.clear();
  vi.unstubAllGlobals();
});

const unfold = (name: string) => fireEvent.click(screen.getByRole("button", { name }));

it("is collapsed with the number of comments, and expanded shows their authors, experts marked", async () => {
  show([comment({}), comment({ id: 2, author: "Eva", content: "Yes: no brush border.", isExpert: true })]);
  expect(screen.queryByText("Is this distal?")).toBeNull();
  unfold("2 comments");
  const rows = await screen.findAllByRole("listitem");
  expect(rows.map((row) => within(row).queryByText(annotationEn.commentOfExpert) !== null)).toEqual([false, true]);
  expect(screen.getByText("Yes: no brush border.")).toBeTruthy();
});

it("expands automatically if a comment is new, marks it, and reports to the server that it was read", async () => {
  const sent = show([comment({ isNew: true })], { isNews: true });
  expect(await screen.findByText(annotationEn.commentIsNew)).toBeTruthy();
  await waitFor(() =>
    expect(sent).toEqual([{ method: "PUT", path: "/v2/annotation/5/comments/read", body: { lastCommentId: 1 } }]),
  );
});

it("adds a comment, and clears the field", async () => {
  const sent = show([]);
  unfold("No comments");
  fireEvent.change(await screen.findByLabelText(annotationEn.commentWrite), { target: { value: " Look here. " } });
  fireEvent.click(screen.getByRole("button", { name: annotationEn.commentSend }));
  expect(await screen.findByText("Look here.")).toBeTruthy();
  expect(sent).toEqual([{ method: "POST", path: "/v2/annotation/5/comments", body: { content: "Look here." } }]);
  expect((screen.getByLabelText(annotationEn.commentWrite) as HTMLTextAreaElement).value).toBe("");
});

it("keeps a comment that cannot be sent, also after a reload", async () => {
  show([], { isBroken: true });
  unfold("No comments");
  fireEvent.change(await screen.findByLabelText(annotationEn.commentWrite), { target: { value: "Look here." } });
  fireEvent.click(screen.getByRole("button", { name: annotationEn.commentSend }));
  expect(await screen.findByText(annotationEn.commentNotSent)).toBeTruthy();
  window.dispatchEvent(new Event("pagehide"));
  cleanup();
  show([]);
  unfold("No comments");
  expect(await screen.findByDisplayValue("Look here.")).toBeTruthy();
});

it("offers to change and delete the user's own comments only", async () => {
  const sent = show([comment({ isUserOwner: true }), comment({ id: 2, content: "Another's" })]);
  unfold("2 comments");
  await screen.findByText("Another's");
  expect(screen.getAllByRole("button", { name: annotationEn.commentEdit })).toHaveLength(1);
  fireEvent.click(screen.getByRole("button", { name: annotationEn.commentDelete }));
  await waitFor(() => expect(screen.queryByText("Is this distal?")).toBeNull());
  expect(sent).toEqual([{ method: "DELETE", path: "/v2/annotationComment/1", body: null }]);
});

it("states who can comment if the reader cannot", async () => {
  show([comment({})], { canComment: false });
  unfold("1 comment");
  expect(await screen.findByText(annotationEn.commentsReadOnly)).toBeTruthy();
  expect(screen.queryByLabelText(annotationEn.commentWrite)).toBeNull();
});
