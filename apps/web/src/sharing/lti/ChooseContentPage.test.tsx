// @vitest-environment happy-dom
/** A teacher chooses content for an activity of a learning platform. */
import { MantineProvider } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { ChooseContentPage } from "./ChooseContentPage.tsx";

vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("#platform/request-identity.ts", () => ({ requestIdentity: () => ({ siteId: 4 }) }));
vi.mock("@tanstack/react-router", () => ({ useSearch: () => ({ choice: "7" }) }));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key }) }));

const node = (id: number, type: string, title: string) => ({ id, type, title, quizType: null, subjectId: null });
const list = (id: number | null, ...ids: number[]) => ({
  ...{ id, version: 1, children: ids.map((one) => ({ id: one, isActive: true, annotationsActive: true })) },
});
const TREE = {
  ...{ version: 1, isWhole: true, gone: [] },
  nodes: [
    node(1, "course", "Histology"),
    node(2, "image", "Kidney"),
    node(3, "quiz", "Week 1"),
    node(5, "page", "Hello"),
  ],
  parents: [list(null, 1), list(1, 2, 3, 5)],
};

const assign = vi.fn();
beforeEach(() => {
  vi.stubGlobal("location", { assign });
  assign.mockReset();
  vi.mocked(call).mockReset();
  vi.mocked(call).mockImplementation((async ({ method, path }: { method: string; path: string }) => {
    if (method === "PUT") return { address: "/api/back" };
    return path.includes("tree") ? TREE : { platform: "Moodle" };
  }) as never);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const show = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <ChooseContentPage />
      </QueryClientProvider>
    </MantineProvider>,
  );
const rows = () => screen.queryAllByRole("listitem").map(({ textContent }) => textContent);

it("lists content with its location; a search narrows it; the chosen item is sent to the platform", async () => {
  show();
  await screen.findByText("Kidney");
  expect(rows()).toEqual([
    ...["Histologylti.kind_course", "Kidneylti.kind_image · Histology", "Week 1lti.kind_quiz · Histology"],
  ]);
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "hist WEEK" } });
  expect(rows()).toEqual(["Week 1lti.kind_quiz · Histology"]);
  fireEvent.click(screen.getByRole("button", { name: /Week 1/ }));
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith("/api/back"));
  const [, sent] = vi.mocked(call).mock.calls.find(([{ method }]) => method === "PUT") ?? [];
  expect(sent).toEqual({ params: { id: "7" }, body: { path: "/s4/course1/q3/" } });
});

it("reports an expired selection, and a failed choice, which can be retried", async () => {
  vi.mocked(call).mockRejectedValueOnce(new AppError("notFound", "gone"));
  show();
  await screen.findByText("lti.choiceEnded");
  cleanup();
  show();
  const kidney = await screen.findByRole("button", { name: /Kidney/ });
  vi.mocked(call).mockRejectedValueOnce(new Error("offline"));
  fireEvent.click(kidney);
  await screen.findByText("lti.chooseFailed");
  expect(kidney).toHaveProperty("disabled", false);
});
