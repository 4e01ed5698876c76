// @vitest-environment happy-dom
/** Escape in a dialog that adds an item asks before it discards the input. */
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { AddDialog } from "./AddDialog.tsx";
import { uiEn } from "./ui.en.ts";

beforeAll(async () => {
  // A growing text field waits for fonts, which do not exist here.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { ui: uiEn } } } });
});
afterEach(cleanup);

function open() {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <AddDialog
        isOpen
        heading="Add folder"
        titleLabel="Title"
        titleMissing="Enter a title."
        titleMaxCharacters={200}
        descriptionLabel="Description"
        descriptionHint="Optional"
        submitLabel="Add"
        isBusy={false}
        failure={null}
        onSubmit={vi.fn()}
        onClose={onClose}
      />
    </MantineProvider>,
  );
  const title = screen.getByLabelText("Title");
  const type = (value: string) => fireEvent.input(title, { target: { value } });
  const pressEscape = () => fireEvent.keyDown(title, { key: "Escape" });
  return { onClose, type, pressEscape, title };
}

it("closes immediately while the input is empty, or empty again", () => {
  const { onClose, type, pressEscape } = open();
  type("Kid");
  type("");
  pressEscape();
  expect(onClose).toHaveBeenCalledTimes(1);
  expect(screen.queryByText("Discard your input?")).toBeNull();
});

it("asks once there is input; Keep editing keeps the dialog and the text", async () => {
  const { onClose, type, pressEscape, title } = open();
  type("Kidney");
  pressEscape();
  expect(onClose).not.toHaveBeenCalled();
  fireEvent.click(await screen.findByRole("button", { name: "Keep editing" }));
  expect(onClose).not.toHaveBeenCalled();
  expect((title as HTMLInputElement).value).toBe("Kidney");
});

it("closes after Discard", async () => {
  const { onClose, type, pressEscape } = open();
  type("Kidney");
  pressEscape();
  fireEvent.click(await screen.findByRole("button", { name: "Discard" }));
  expect(onClose).toHaveBeenCalledTimes(1);
});
