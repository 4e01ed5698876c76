// @vitest-environment happy-dom
/** Failures with an annotation are reported in the specified words (spec part 1, section 8). */
import { notifications } from "@mantine/notifications";
import { AppError } from "@parfocal/core/errors.ts";
import { QueryClientProvider } from "@tanstack/react-query";
import { act, cleanup, renderHook } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { useReviewActions } from "#annotation/annotation-review.api.ts";
import { buildAnnotation } from "#annotation/testing/build-annotation.ts";
import { useAnnotationBoard } from "#annotation/useAnnotationBoard.ts";
import { call } from "#platform/call.ts";
import type { OutboxEvent } from "#platform/outbox/outbox.ts";
import type { OutboxAction, OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { platformEn } from "#platform/platform.en.ts";
import { createQueryClient } from "./query-client.ts";

const world = vi.hoisted(() => {
  const listeners = new Set<(event: unknown) => void>();
  const user = { id: 7, displayName: "Leo", capabilities: [] };
  return {
    listeners,
    session: { user, site: { id: 1 }, isExpired: false, can: () => false },
    outbox: {
      onEvent(listener: (event: unknown) => void) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
  };
});
vi.mock("#platform/session.tsx", () => ({ useSession: () => world.session }));
vi.mock("#platform/outbox/current-outbox.ts", () => ({
  useOpenOutbox: () => undefined,
  useOutbox: () => world.outbox,
  useOutboxSnapshot: () => ({ entries: [] }),
}));
vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));

const FAILED = { title: "Sorry!", message: "Something went wrong. Please try again." };
const EXPERT = { id: 8, displayName: "Eva", isExpert: true, isContentManager: false };

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { platform: platformEn } } } });
});

let toasts: unknown[] = [];
beforeEach(() => {
  toasts = [];
  vi.spyOn(notifications, "show").mockImplementation((toast) => {
    toasts.push(toast);
    return "";
  });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Frame({ children }: { readonly children: ReactNode }) {
  return <QueryClientProvider client={createQueryClient()}>{children}</QueryClientProvider>;
}

function failureEvent(action: OutboxAction): OutboxEvent {
  const entry: OutboxEntry = {
    ...{ siteId: 1, userId: 7, key: action, sequence: 1, channel: "annotation", scope: "image:9", place: "/" },
    ...{ subjectId: 4, action, fields: { imageId: 9 }, createdAt: 0, firstAttemptAt: 1, refusal: null },
  };
  return { kind: "rejected", entry, error: new AppError("forbidden", "No."), others: [] };
}

describe("an annotation that the server rejects", () => {
  const actions: [what: string, action: OutboxAction][] = [
    ["saved as a new one", "create"],
    ["saved again", "update"],
    ["deleted", "remove"],
  ];
  for (const [what, action] of actions) {
    it(`when it is ${what}: ${FAILED.title} ${FAILED.message}`, async () => {
      vi.mocked(call).mockReturnValue(new Promise(() => undefined));
      renderHook(() => useAnnotationBoard({ id: 9, annotationsActive: true } as never, null), { wrapper: Frame });
      act(() => {
        for (const listener of world.listeners) listener(failureEvent(action));
      });
      await vi.waitFor(() => expect(toasts).toMatchObject([FAILED]));
    });
  }
});

for (const way of ["convert", "publish"] as const) {
  it(`a failure to ${way} one: ${FAILED.title} ${FAILED.message}`, async () => {
    vi.mocked(call).mockRejectedValue(new AppError("internal", "no"));
    const { result } = renderHook(() => useReviewActions(9, EXPERT), { wrapper: Frame });
    act(() => result.current[way].mutate(buildAnnotation().id));
    await vi.waitFor(() => expect(toasts).toMatchObject([FAILED]));
  });
}
