// @vitest-environment happy-dom
/** The field of an option that is a number. The row is given here: the field depends on its kind and bounds alone. */
import { MantineProvider } from "@mantine/core";
import { faultOfRow, type OptionRow, type OptionValue } from "@parfocal/core/site/site-options.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { useState } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { OptionField } from "./OptionField.tsx";
import { optionEn } from "./option.en.ts";

const row = vi.hoisted(
  (): OptionRow => ({
    kind: "number",
    format: null,
    initial: 365,
    maxCharacters: 0,
    maxEntries: 1,
    isOptional: false,
    min: 30,
    max: 3650,
    section: "general",
  }),
);
vi.mock("@parfocal/core/site/site-options.ts", async (original) => ({
  ...(await original<typeof import("@parfocal/core/site/site-options.ts")>()),
  optionRow: () => row,
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { option: optionEn } } } });
});
afterEach(cleanup);

let entered: OptionValue[] = [];

function Field() {
  const [value, setValue] = useState<OptionValue>(365);
  const handleChange = (changed: OptionValue) => {
    entered.push(changed);
    setValue(changed);
  };
  return <OptionField name="title" value={value} fault={faultOfRow(row, value)} onChange={handleChange} />;
}

function enter(text: string): void {
  entered = [];
  render(<Field />, { wrapper: MantineProvider });
  const field = screen.getByLabelText(optionEn.title);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}

it("what is typed is given on as a number", () => {
  enter("30");
  expect(entered).toEqual([30]);
  expect(screen.queryByText(optionEn.malformed_number)).toBeNull();
});

it.each([
  ["29", "Enter a number from 30 to 3650."],
  ["3651", "Enter a number from 30 to 3650."],
  ["", optionEn.malformed_number],
])("%j stays as it was typed, and the field says what it needs", (text, sentence) => {
  enter(text);
  expect((screen.getByLabelText(optionEn.title) as HTMLInputElement).value).toBe(text);
  expect(screen.getByText(sentence)).toBeTruthy();
});
