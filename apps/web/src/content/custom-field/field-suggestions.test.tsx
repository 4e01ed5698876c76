// @vitest-environment happy-dom
/** Source: spec part 2, section 5 (longer than 1 character, debounced 500 ms) and section 9 (cached per field). */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { FieldInput } from "./FieldInput.tsx";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));
vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 100 });
  sessionStorage.clear();
  vi.mocked(call).mockReset();
  vi.mocked(call).mockResolvedValue(["Kidney"] as never);
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

function Field({ id }: { readonly id: number }) {
  const [value, setValue] = useState("");
  const field = {
    id,
    title: "Organ",
    fieldType: "text",
    isRequired: false,
    isSystem: false,
    defaultValues: [] as string[],
  } as const;
  return <FieldInput field={field} value={value} error={null} onChange={setValue} />;
}

function type(fieldId: number, ...texts: string[]): void {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MantineProvider env="test">
        <Field id={fieldId} />
      </MantineProvider>
    </QueryClientProvider>,
  );
  fireEvent.focus(screen.getByLabelText("Organ", { selector: "input" }));
  for (const value of texts)
    fireEvent.change(screen.getByLabelText("Organ", { selector: "input" }), { target: { value } });
}

const requests = () => vi.mocked(call).mock.calls.map(([, input]) => input);

it("suggestions are not requested on focus, nor for a single character", async () => {
  type(4, "K");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(requests()).toEqual([]);
});

it("from two characters they are requested once, after a pause, and are then in session storage", async () => {
  type(4, "Ki", "Kid");
  await vi.advanceTimersByTimeAsync(400);
  expect(requests()).toEqual([]);
  expect(await screen.findByText("Kidney")).toBeTruthy();
  expect(requests()).toEqual([{ params: { id: 4 }, query: { q: "Kid" } }]);
  cleanup();
  type(4, "kid");
  expect(await screen.findByText("Kidney")).toBeTruthy();
  expect(requests()).toHaveLength(1);
});

it("are stored separately for each field", async () => {
  type(4, "Kid");
  await screen.findByText("Kidney");
  cleanup();
  type(5, "Kid");
  await screen.findByText("Kidney");
  expect(requests()).toEqual([4, 5].map((id) => ({ params: { id }, query: { q: "Kid" } })));
});
