// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { createActionEvents } from "#annotation/action-events.ts";
import { AnnotatorEditing } from "./AnnotatorEditing.tsx";

const ordered = vi.hoisted((): [imageId: number, ids: readonly number[]][] => []);
vi.mock("#annotation/annotation-order.api.ts", () => ({
  useOrderAnnotations: (imageId: number) => ({ mutate: (ids: readonly number[]) => ordered.push([imageId, ids]) }),
}));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

afterEach(cleanup);

/** One of several slides on a page. */
function buildSlide(id: number) {
  const actions = createActionEvents();
  const viewer = { use: () => ({ setAlways: vi.fn(), destroy: vi.fn() }), on: () => vi.fn(), annotations: {} };
  const board = { annotations: [], selectedIds: new Set(), outbox: { onEvent: () => vi.fn() }, actions };
  const annotator = { state: { mode: "off", drawn: null }, drawing: { canUndo: false, canRedo: false } };
  const props = {
    viewer: viewer as never,
    image: { id, userCanAnnotate: true, slideInformation: { micronsPerPixel: null } } as never,
    board: board as never,
    annotator: annotator as never,
    ...{ place: {} as never, isOpen: false, onClose: vi.fn(), isSmallScreen: false },
  };
  return { id, actions, props };
}

it("undoes by key the actions on the focused slide, and keeps those of the others", () => {
  const slides = [buildSlide(7), buildSlide(8)] as const;
  const pageOf = (activeId: number) =>
    slides.map(({ id, props }) => <AnnotatorEditing key={id} {...props} isActive={id === activeId} />);
  const undo = () => fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  const { rerender } = render(pageOf(7));
  act(() => slides[0].actions.emit({ name: "order", steps: [{ kind: "order", before: [1, 2], after: [2, 1] }] }));
  rerender(pageOf(8));
  undo();
  expect(ordered).toEqual([]);
  rerender(pageOf(7));
  undo();
  expect(ordered).toEqual([[7, [1, 2]]]);
});
