// @vitest-environment happy-dom
import type { TextbookMark } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import type { ReaderPageView } from "#textbook-reader/reader-props.ts";
import { EditedMarks, PageMarks } from "./PageMarks.tsx";

vi.mock("react-i18next", () => ({
  useTranslation: () => ({ t: (key: string, values?: { label?: string }) => [key, values?.label].join(" ").trim() }),
}));

afterEach(cleanup);

const PAGE: ReaderPageView = { pageNumber: 3, widthPx: 400, heightPx: 800, rotationDeg: 0 };
const TURNED: ReaderPageView = { pageNumber: 3, widthPx: 800, heightPx: 400, rotationDeg: 90 };
const slideMark: TextbookMark = {
  ...{ id: 1, pageIndex: 2, area: { left: 0.1, top: 0.2, width: 0.3, height: 0.4 }, label: "Glomerulus" },
  target: { itemId: 9, type: "image", title: "Kidney", steps: [], view: null, pageIndex: null },
};
const markWithoutTarget: TextbookMark = { ...slideMark, id: 2, label: "Figure 4", target: null };

const hrefOf = (mark: TextbookMark) => (mark.target ? "/s1/i9/" : null);
const styleOf = (element: HTMLElement) => {
  const { left, top, width, height } = element.style;
  return [left, top, width, height].map((text) => Math.round(Number.parseFloat(text)));
};

it("a mark is a link with its label, at its area also on the rotated page; one without a target reports it", () => {
  const onFollow = vi.fn();
  const { rerender } = render(
    <PageMarks page={PAGE} marks={[slideMark, markWithoutTarget]} hrefOf={hrefOf} onFollow={onFollow} />,
  );
  const link = screen.getByRole("link", { name: "Glomerulus" });
  expect([link.getAttribute("href"), styleOf(link)]).toEqual(["/s1/i9/", [10, 20, 30, 40]]);
  fireEvent.click(link);
  fireEvent.click(screen.getByRole("button", { name: "Figure 4, textbookMark.unavailable" }));
  expect(onFollow.mock.calls.map(([mark]) => mark.id)).toEqual([1, 2]);
  // A new tab is left to the browser.
  fireEvent.click(link, { ctrlKey: true });
  expect(onFollow).toHaveBeenCalledTimes(2);
  rerender(<PageMarks page={TURNED} marks={[slideMark]} hrefOf={hrefOf} onFollow={onFollow} />);
  expect(styleOf(screen.getByRole("link"))).toEqual([40, 10, 40, 30]);
});

function edit(page: ReaderPageView) {
  const actions = { onDraw: vi.fn(), onMove: vi.fn(), onEdit: vi.fn(), onRemove: vi.fn() };
  render(<EditedMarks page={page} marks={[slideMark]} {...actions} />);
  const surface = screen.getByTestId("mark-surface");
  const box = { left: 0, top: 0, width: page.widthPx, height: page.heightPx };
  surface.getBoundingClientRect = () => box as DOMRect;
  return { ...actions, surface, mark: screen.getByRole("button", { name: "textbookMark.edit Glomerulus" }) };
}

it("in mark mode a drag draws an area in coordinates of the unrotated page, and a click sets a point", () => {
  const { surface, onDraw } = edit(TURNED);
  fireEvent.pointerDown(surface, { button: 0, clientX: 600, clientY: 100 });
  fireEvent.pointerMove(surface, { clientX: 700, clientY: 150 });
  fireEvent.pointerUp(surface, { clientX: 800, clientY: 200 });
  // The right edge of the rotated page is its top.
  expect(onDraw).toHaveBeenLastCalledWith({ left: 0.25, top: 0, width: 0.25, height: 0.25 });
  fireEvent.pointerDown(surface, { button: 0, clientX: 400, clientY: 200 });
  fireEvent.pointerUp(surface, { clientX: 402, clientY: 201 });
  expect(onDraw).toHaveBeenLastCalledWith({ left: 0.5, top: 0.5, width: 0, height: 0 });
});

it("arrow keys move a mark and with Shift resize it, Delete deletes it, a click edits it", () => {
  const { mark, onMove, onRemove, onEdit } = edit(PAGE);
  fireEvent.keyDown(mark, { key: "ArrowRight" });
  expect(onMove.mock.lastCall?.[1]).toMatchObject({ left: expect.closeTo(0.11), top: 0.2, width: expect.closeTo(0.3) });
  fireEvent.keyDown(mark, { key: "ArrowDown", shiftKey: true });
  expect(onMove.mock.lastCall?.[1]).toMatchObject({ top: 0.2, height: expect.closeTo(0.41) });
  fireEvent.keyDown(mark, { key: "Delete" });
  expect(onRemove).toHaveBeenCalledWith(slideMark);
  fireEvent.click(mark);
  expect(onEdit).toHaveBeenCalledTimes(1);
});

it("a dragged mark moves by the drag, and is not edited", () => {
  const { mark, onMove, onEdit } = edit(PAGE);
  fireEvent.pointerDown(mark, { button: 0, clientX: 100, clientY: 100 });
  fireEvent.pointerMove(mark, { clientX: 140, clientY: 180 });
  fireEvent.pointerUp(mark, { clientX: 140, clientY: 180 });
  fireEvent.click(mark);
  expect(onMove.mock.lastCall?.[1]).toMatchObject({ left: expect.closeTo(0.2), top: expect.closeTo(0.3) });
  expect(onEdit).not.toHaveBeenCalled();
});
