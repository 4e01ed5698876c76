// @vitest-environment happy-dom
/** An administrator changes a custom field. Creating one: e2e/custom-fields.spec.ts. */
import { MantineProvider } from "@mantine/core";
import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { FieldDialog } from "./FieldDialog.tsx";

vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 }, user: { id: 2 } }) }));
vi.mock("#platform/call.ts", () => ({ call: vi.fn(async () => ({})) }));
vi.mock("#platform/failure-toast.ts", () => ({ showSuccess: vi.fn() }));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

const FIELD: CustomField = {
  ...{ id: 5, title: "Organ", postType: "sz-image", itemType: "image", fieldType: "select", fieldKey: "organ" },
  ...{ isSystem: false, isRequired: false, isPrimary: false, defaultValues: ["Kidney"] },
};

beforeEach(() => {
  // A growing text field waits for fonts, which do not exist here.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  localStorage.clear();
  vi.clearAllMocks();
});
afterEach(cleanup);

/** @returns a mock that is called when the dialog closes. */
function open() {
  const close = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <FieldDialog field={FIELD} onClose={close} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return close;
}
const type = (label: RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole("button", { name: "customField.save" }));
const sent = () => vi.mocked(call).mock.calls.map(([{ method, path }, parts]) => [method, path, parts]);

it("a changed field is sent, and Field updated is shown", async () => {
  const close = open();
  type(/customField\.fieldTitle/, "Organ system");
  type(/customField\.choices/, "Kidney, Liver ,");
  save();
  await vi.waitFor(() => expect(close).toHaveBeenCalledOnce());
  const body = { title: "Organ system", defaultValues: ["Kidney", "Liver"] };
  expect(sent()).toEqual([["PUT", "/v2/customField/{id}", { params: { id: 5 }, body }]]);
  expect(showSuccess).toHaveBeenCalledWith("Field updated");
});

it("without a title or a choice nothing is sent", async () => {
  const close = open();
  type(/customField\.fieldTitle/, " ");
  type(/customField\.choices/, " , ");
  save();
  expect(await screen.findByText("customField.missing_title")).toBeTruthy();
  expect(screen.getByText("customField.missing_defaultValues")).toBeTruthy();
  expect(sent()).toEqual([]);
  expect(close).not.toHaveBeenCalled();
});
