// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { PickerList } from "./PickerList.tsx";
import { pickerEn } from "./picker.en.ts";

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { picker: pickerEn } } } });
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const ITEMS_SHOWN = [1, 2, 3].map((id) => ({
  id,
  kind: "image" as const,
  title: `Item ${id}`,
  thumbnail: null,
  more: "",
  colour: null,
}));

function showList(isDimmed = false) {
  const onChoose = vi.fn();
  const scrolledTo: string[] = [];
  vi.spyOn(Element.prototype, "scrollIntoView").mockImplementation(function (this: Element) {
    scrolledTo.push(this.textContent ?? "");
  });
  render(
    <PickerList
      handle={null}
      label="Items"
      items={ITEMS_SHOWN}
      isSingle={false}
      isDimmed={isDimmed}
      picked={{ items: [], has: () => false, toggle: () => undefined, clear: () => undefined }}
      isTaken={() => false}
      onChoose={onChoose}
      onFinish={() => undefined}
      onEnd={() => undefined}
    >
      {null}
    </PickerList>,
  );
  return { onChoose, scrolledTo, list: screen.getByRole("listbox"), option: screen.getByText("Item 3") };
}

it("the list does not scroll on a press, which would lose the click", () => {
  const { onChoose, scrolledTo, list, option } = showList();
  fireEvent.mouseDown(option);
  act(() => list.focus());
  fireEvent.mouseUp(option);
  fireEvent.click(option);
  expect(scrolledTo).toEqual([]);
  expect(onChoose.mock.calls).toEqual([[ITEMS_SHOWN[2]]]);
});

it("arrow keys start at the first row and scroll the active row into view", () => {
  const { onChoose, scrolledTo, list } = showList();
  act(() => list.focus());
  fireEvent.keyDown(list, { key: "ArrowDown" });
  expect(scrolledTo).toEqual(["Item 1", "Item 2"]);
  fireEvent.keyDown(list, { key: " " });
  expect(onChoose.mock.calls).toEqual([[ITEMS_SHOWN[1]]]);
});

it("an item can be chosen while newer results are loading", () => {
  const { onChoose, list, option } = showList(true);
  expect(list.getAttribute("aria-busy")).toBe("true");
  fireEvent.mouseDown(option);
  fireEvent.click(option);
  expect(onChoose.mock.calls).toEqual([[ITEMS_SHOWN[2]]]);
});
