// @vitest-environment happy-dom
/** The field of an option that is a number. */
import { MantineProvider } from "@mantine/core";
import { type OptionValue, optionProblem } from "@parfocal/core/site/site-options.ts";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { useState } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it } from "vitest";
import { OptionField } from "./OptionField.tsx";
import { optionEn } from "./option.en.ts";

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
  return (
    <OptionField name="auditDays" value={value} problem={optionProblem("auditDays", value)} onChange={handleChange} />
  );
}

function enter(text: string): void {
  entered = [];
  render(<Field />, { wrapper: MantineProvider });
  const field = screen.getByLabelText(optionEn.auditDays);
  fireEvent.change(field, { target: { value: text } });
  fireEvent.blur(field);
}

it("the input is reported as a number", () => {
  enter("30");
  expect(entered).toEqual([30]);
  expect(screen.queryByText(optionEn.malformed_number)).toBeNull();
});

it.each([
  ["29", "Enter a number from 30 to 3650."],
  ["3651", "Enter a number from 30 to 3650."],
  ["", optionEn.malformed_number],
])("%j stays as typed, and the field shows what is required", (text, sentence) => {
  enter(text);
  expect((screen.getByLabelText(optionEn.auditDays) as HTMLInputElement).value).toBe(text);
  expect(screen.getByText(sentence)).toBeTruthy();
});
