// @vitest-environment happy-dom
/** Source: spec part 1, section 7: "update data, save data list (itemId, fieldId, value)". */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderHook } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { useSaveValues } from "./custom-field.api.ts";

vi.mock("#platform/call.ts", () => ({ call: vi.fn(async () => ({})) }));

beforeEach(() => void vi.clearAllMocks());

const sent = () => vi.mocked(call).mock.calls.map(([{ method, path }, parts]) => [`${method} ${path}`, parts]);

function open() {
  const queryClient = new QueryClient();
  return renderHook(useSaveValues, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  }).result.current;
}

it("one entered value of a field is updated, several are saved as a list: all or none", async () => {
  const organ = { itemId: 9, fieldId: 3, value: "Kidney" };
  const stain = { itemId: 9, fieldId: 4, value: "" };
  const save = open();
  await save([organ]);
  await save([organ, stain]);
  expect(sent()).toEqual([
    ["PUT /v2/customField/data", { body: organ }],
    ["POST /v2/customField/data", { body: { values: [organ, stain] } }],
  ]);
});
