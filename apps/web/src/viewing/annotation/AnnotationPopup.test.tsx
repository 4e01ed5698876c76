// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterContextProvider } from "@tanstack/react-router";
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { AnnotationPopup, POPUP_FOCUS_DELAY_MS } from "./AnnotationPopup.tsx";
import { annotationDe } from "./annotation.de.ts";
import { annotationEn } from "./annotation.en.ts";
import type { ListedAnnotation } from "./annotation-outbox.ts";
import { buildAnnotation } from "./testing/build-annotation.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: {
      en: { translation: { annotation: annotationEn } },
      de: { translation: { annotation: annotationDe } },
    },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const LEARNER = { id: 7, displayName: "Leo", isExpert: false, isContentManager: false };

function showPopup(facts: Partial<ListedAnnotation>, others: readonly ListedAnnotation[] = []) {
  const annotation = buildAnnotation({ id: 2, title: "Glomerulus", ...facts });
  const annotations = [annotation, ...others];
  const onChoose = vi.fn();
  const onClose = vi.fn();
  const showDialog = vi.fn();
  const listeners = new Set<(event: object) => void>();
  const outbox = {
    onEvent(listener: (event: object) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const commentCounts = new Map([[2, { comments: 4, new: 0 }]]);
  const board = {
    annotations,
    isWhole: true,
    total: annotations.length,
    viewer: LEARNER,
    showDialog,
    outbox,
    commentCounts,
  };
  const queryClient = new QueryClient();
  const history = createMemoryHistory();
  const router = createRouter({ routeTree: createRootRoute(), history });
  const popupOf = (shown: ListedAnnotation) => (
    <RouterContextProvider router={router}>
      <QueryClientProvider client={queryClient}>
        <MantineProvider>
          <AnnotationPopup
            image={{ id: 9 }}
            annotation={shown}
            board={board as unknown as AnnotationBoard}
            annotator={{ edit: vi.fn() } as unknown as Annotator}
            viewer={null}
            anchor={null}
            onChoose={onChoose}
            onClose={onClose}
          />
        </MantineProvider>
      </QueryClientProvider>
    </RouterContextProvider>
  );
  const { rerender } = render(popupOf(annotation));
  const showInstead = (shown: ListedAnnotation) => rerender(popupOf(shown));
  const emit = (event: object) => act(() => listeners.forEach((listen) => void listen(event)));
  return { onChoose, onClose, showDialog, history, annotation, showInstead, emit };
}

it("takes the focus 50 ms after it appears, and not before", () => {
  vi.useFakeTimers();
  showPopup({});
  const popup = screen.getByRole("dialog", { name: "Glomerulus" });
  act(() => void vi.advanceTimersByTime(POPUP_FOCUS_DELAY_MS - 1));
  expect(document.activeElement).not.toBe(popup);
  act(() => void vi.advanceTimersByTime(1));
  expect(document.activeElement).toBe(popup);
  expect(POPUP_FOCUS_DELAY_MS).toBe(50);
});

it("takes the focus for another annotation, but not if the server assigns an ID to this one", () => {
  vi.useFakeTimers();
  const { annotation, showInstead, emit } = showPopup({ id: -3 });
  const focusLater = () => {
    (document.activeElement as HTMLElement).blur();
    act(() => void vi.advanceTimersByTime(POPUP_FOCUS_DELAY_MS));
    return document.activeElement === screen.getByRole("dialog");
  };
  act(() => void vi.advanceTimersByTime(POPUP_FOCUS_DELAY_MS));
  emit({ kind: "saved", entry: { channel: "annotation", subjectId: -3 }, delivery: { id: 17 } });
  showInstead({ ...annotation, id: 17 });
  expect(focusLater()).toBe(false);
  showInstead({ ...annotation, id: 18 });
  expect(focusLater()).toBe(true);
});

it("shows title, content, author and date; the measurement only if it is included", () => {
  const measurement = { kind: "length", value: 12.34, unit: "µm" } as const;
  showPopup({ content: "A tuft", measurement, includeMeasurement: true, createdAt: "2026-11-21T10:00:00.000Z" });
  expect(screen.getByText("A tuft")).toBeTruthy();
  expect(screen.getByText(/by Eva Expert/).textContent).toMatch(/21 Nov 2026/);
  expect(screen.getByText(/^12\.3\sµm$/)).toBeTruthy();
  cleanup();
  showPopup({ measurement, includeMeasurement: false });
  expect(screen.queryByText(/µm$/)).toBeNull();
});

it("opens an external link in a new tab without a referrer or opener, and marks it", () => {
  showPopup({ link: "https://example.org/atlas" });
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: /Open link/ });
  expect([link.getAttribute("href"), link.target, link.rel]).toEqual([
    "https://example.org/atlas",
    "_blank",
    "noreferrer noopener",
  ]);
  expect(screen.getByRole("img", { name: annotationEn.openLinkOutside })).toBeTruthy();
});

it("opens another slide of this site without reloading the page", () => {
  const { history } = showPopup({ link: "/s1/course2/i7/?annotation=4" });
  const link = screen.getByRole<HTMLAnchorElement>("link", { name: "Open link" });
  expect(link.target).toBe("");
  fireEvent.click(link);
  expect(history.location.href).toBe("/s1/course2/i7/?annotation=4");
});

it("links to the previous and next annotations, wrapping at the ends", () => {
  const [third, fourth] = [buildAnnotation({ id: 3 }), buildAnnotation({ id: 4 })];
  const { onChoose } = showPopup({}, [third, fourth]);
  expect(screen.getByText("1 / 3")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Next annotation" }));
  fireEvent.click(screen.getByRole("button", { name: "Previous annotation" }));
  expect(onChoose.mock.calls).toEqual([[third], [fourth]]);
});

it("shows its author why an expert declined it", () => {
  const review = { state: "declined", comment: "Not a glomerulus.", reviewer: "Eva", reviewedAt: "" } as const;
  showPopup({ isStudent: true, isUserOwner: true, review });
  expect(screen.getByRole("note").textContent).toBe("Declined by EvaNot a glomerulus.");
});

it("offers to delete only if that is allowed, and asks first", () => {
  showPopup({ userCanDelete: false });
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  cleanup();
  const { showDialog } = showPopup({ userCanDelete: true });
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(showDialog.mock.calls).toMatchObject([[{ action: "delete", annotation: { id: 2 } }]]);
});

it("offers to edit only what the server allows, regardless of the author", () => {
  for (const isUserOwner of [true, false]) {
    showPopup({ isUserOwner, userCanEdit: false });
    expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
    cleanup();
    showPopup({ isUserOwner, userCanEdit: true });
    expect(screen.getByRole("button", { name: "Edit" })).toBeTruthy();
    cleanup();
  }
});

for (const [language, texts] of [
  ["en", annotationEn],
  ["de", annotationDe],
] as const)
  it(`offers neither edit nor delete for one's own converted annotation, by mouse or keyboard (${language})`, async () => {
    await i18next.changeLanguage(language);
    try {
      const { showDialog } = showPopup({ isUserOwner: true, isConverted: true, author: "Leo" });
      expect(screen.getByText(/Leo/)).toBeTruthy();
      const popup = screen.getByRole("dialog");
      for (const key of ["Delete", "Backspace", "e", "Enter"]) fireEvent.keyDown(popup, { key });
      const [menu] = screen.getAllByRole("button", { expanded: false }).slice(-1);
      fireEvent.keyDown(menu as HTMLElement, { key: "Enter" });
      fireEvent.click(menu as HTMLElement);
      const offered = (await screen.findAllByRole("menuitem")).map(({ textContent }) => textContent);
      expect(offered).toEqual([texts.copyLink]);
      for (const name of [texts.edit, texts.delete]) expect(screen.queryByRole("button", { name })).toBeNull();
      expect(showDialog).not.toHaveBeenCalled();
    } finally {
      await i18next.changeLanguage("en");
    }
  });

it("Escape closes it", () => {
  const { onClose } = showPopup({});
  fireEvent.keyDown(screen.getByRole("dialog"), { key: "Escape" });
  expect(onClose).toHaveBeenCalledTimes(1);
});

it("shows the number of comments; none for an annotation that the server does not yet have", () => {
  showPopup({});
  expect(screen.getByRole("button", { name: "4 comments" }).getAttribute("aria-expanded")).toBe("false");
  cleanup();
  showPopup({ id: -3 });
  expect(screen.queryByRole("button", { name: /comments/ })).toBeNull();
});
