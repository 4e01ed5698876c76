// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { activePreview, previewHeaders } from "#platform/preview.ts";
import { PreviewDialog } from "./PreviewDialog.tsx";
import { userGroupEn } from "./user-group.en.ts";

const server = vi.hoisted(() => ({ call: vi.fn() }));
vi.mock("#platform/call.ts", () => server);
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 7 } }) }));
vi.mock("./PersonField.tsx", () => ({
  PersonField: ({ onChange }: { onChange: (id: number) => void }) => (
    <button type="button" onClick={() => onChange(23)}>
      Leo
    </button>
  ),
}));

const assign = vi.fn();
beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { userGroup: userGroupEn } } },
    interpolation: { escapeValue: false },
  });
  vi.spyOn(location, "assign").mockImplementation(assign);
});
afterEach(cleanup);

function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <PreviewDialog itemId={5} title="Kidney" onClose={vi.fn()} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}
const begin = () => fireEvent.click(screen.getByRole("button", { name: "Start preview" }));

it("reports that the item is not visible, and offers the courses instead", async () => {
  server.call.mockResolvedValue({ token: "t", name: null, isSeen: false, path: [] });
  show();
  begin();
  expect(await screen.findByText("“Kidney” is not visible with these rights")).toBeTruthy();
  expect(assign).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("button", { name: "Preview the courses" }));
  expect(assign).toHaveBeenLastCalledWith("/s7/");
});

it("of a person waits for a selection, and opens the item by its path with their rights", async () => {
  const path = [
    { id: 1, type: "course", title: "Histology" },
    { id: 5, type: "folder", title: "Kidney" },
  ];
  server.call.mockResolvedValue({ token: "sealed", name: "Leo", isSeen: true, path });
  show();
  fireEvent.click(screen.getByRole("radio", { name: "A person, with their user groups and dates" }));
  expect(screen.getByRole("button", { name: "Start preview" }).hasAttribute("disabled")).toBe(true);
  fireEvent.click(screen.getByRole("button", { name: "Leo" }));
  begin();
  await vi.waitFor(() => expect(assign).toHaveBeenLastCalledWith("/s7/course1/f5/"));
  expect(server.call.mock.lastCall?.[1]).toEqual({ body: { itemId: 5, userId: 23 } });
  expect(activePreview()).toMatchObject({ name: "Leo", siteId: 7 });
  expect(previewHeaders()).toEqual({ "x-preview": "sealed" });
});
