// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, expect, it } from "vitest";
import { ColourField } from "./ColourField.tsx";

afterEach(cleanup);

interface OwnerProps {
  readonly first: string | null;
  readonly onChange: (value: string | null) => void;
}

function Owner({ first, onChange }: OwnerProps) {
  const [value, setValue] = useState(first);
  const keep = (next: string | null) => {
    onChange(next);
    setValue(next);
  };
  return <ColourField label="Colour" description="Behind the page." value={value} onChange={keep} />;
}

function show(first: string | null) {
  const reported: (string | null)[] = [];
  render(
    <MantineProvider env="test">
      <Owner first={first} onChange={(value) => reported.push(value)} />
    </MantineProvider>,
  );
  return { reported, field: screen.getByRole<HTMLInputElement>("textbox", { name: "Colour" }) };
}

/** Key by key: appended to the current value of the field. */
function type(field: HTMLInputElement, keys: string): void {
  fireEvent.focus(field);
  for (const key of keys) fireEvent.change(field, { target: { value: field.value + key } });
}

it("reports a typed colour once it is valid", () => {
  const { reported, field } = show(null);
  type(field, "#12Ab4f");
  expect(field.value).toBe("#12ab4f");
  expect(reported).toEqual(["#12ab4f"]);
});

it("one digit can be replaced", () => {
  const { reported, field } = show("#ece9fb");
  fireEvent.change(field, { target: { value: "#ece9f" } });
  expect(field.value).toBe("#ece9f");
  type(field, "0");
  expect(reported).toEqual(["#ece9f0"]);
});

it("an invalid colour is reverted on blur", () => {
  const { reported, field } = show("#ece9fb");
  fireEvent.change(field, { target: { value: "#ab" } });
  fireEvent.blur(field);
  expect(field.value).toBe("#ece9fb");
  expect(reported.filter((value) => value !== "#ece9fb")).toEqual([]);
});

it("an empty field means no colour", () => {
  const { reported, field } = show("#ece9fb");
  fireEvent.change(field, { target: { value: "" } });
  expect(reported).toEqual([null]);
});
