// @vitest-environment happy-dom
/** An administrator sees which grades did not reach the learning platform, and sends them again. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { showProblem } from "#platform/failure-toast.ts";
import { UnsentGrades } from "./UnsentGrades.tsx";

vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("#platform/failure-toast.ts", () => ({ showSuccess: vi.fn(), showProblem: vi.fn() }));
vi.mock("react-i18next", () => ({
  useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }),
}));

const grade = (id: number, reason = "refused", status: number | null = 403) => ({
  ...{ id, person: `Person ${id}`, quiz: "Kidney", platform: "Moodle", dueAt: "2026-11-27T08:00:00Z", reason, status },
});
const LIST = { waiting: 0, total: 2, grades: [grade(1), grade(2, "unreachable", null)] };

beforeEach(() => {
  vi.mocked(call).mockReset();
  vi.mocked(call).mockImplementation((async ({ method }: { method: string }) =>
    method === "GET" ? LIST : { count: 1 }) as never);
});
afterEach(cleanup);

const show = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <UnsentGrades />
      </QueryClientProvider>
    </MantineProvider>,
  );
const sent = () =>
  vi
    .mocked(call)
    .mock.calls.filter(([{ method }]) => method === "POST")
    .map(([, parts]) => parts);

it("lists them with reason and status; one or all can be sent again, and the list reloads", async () => {
  show();
  await screen.findByText("Person 1 · Kidney");
  expect(screen.getByText("lti.grade_refused (lti.gradeStatus)")).toBeTruthy();
  expect(screen.getByText("lti.grade_unreachable")).toBeTruthy();
  const [first] = screen.getAllByRole("button", { name: "lti.sendAgainNamed" });
  fireEvent.click(first as HTMLElement);
  await vi.waitFor(() => expect(sent()).toEqual([{ body: { ids: [1] } }]));
  await vi.waitFor(() =>
    expect(screen.getByRole("button", { name: "lti.sendAllAgain" })).toHaveProperty("disabled", false),
  );
  fireEvent.click(screen.getByRole("button", { name: "lti.sendAllAgain" }));
  await vi.waitFor(() => expect(sent().at(-1)).toEqual({ body: { ids: [1, 2] } }));
  expect(vi.mocked(call).mock.calls.filter(([{ method }]) => method === "GET").length).toBeGreaterThan(1);
});

it("reports that there are none, that they cannot be loaded, and that they cannot be sent", async () => {
  vi.mocked(call).mockRejectedValueOnce(new Error("offline"));
  show();
  await screen.findByText("lti.gradesLoadFailed");
  vi.mocked(call).mockImplementation((async () => ({ waiting: 0, total: 0, grades: [] })) as never);
  fireEvent.click(screen.getByRole("button", { name: "ui.tryAgain" }));
  await screen.findByText("lti.gradesNone");
  cleanup();
  vi.mocked(call).mockImplementation((async ({ method }: { method: string }) => {
    if (method === "GET") return LIST;
    throw new Error("offline");
  }) as never);
  show();
  fireEvent.click((await screen.findAllByRole("button", { name: "lti.sendAgainNamed" }))[0] as HTMLElement);
  await vi.waitFor(() => expect(showProblem).toHaveBeenCalledWith("lti.sendFailed"));
});
