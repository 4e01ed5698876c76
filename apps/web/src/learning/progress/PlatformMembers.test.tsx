// @vitest-environment happy-dom
/** A teacher sees which members of a course of a learning platform have not come yet. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { PlatformMembers } from "./PlatformMembers.tsx";

vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ user: null }) }));
vi.mock("react-i18next", () => ({
  useTranslation: () => ({ t: (key: string, { count }: { count?: number } = {}) => `${key} ${count ?? ""}`.trim() }),
}));

const COURSES = { courses: [{ id: 7, platform: "Moodle", title: "Histology" }] };
const MEMBERS = {
  members: [
    { name: "Ada", hasCome: true },
    { name: "Ben", hasCome: false },
    { name: "", hasCome: false },
  ],
  isComplete: true,
};

beforeEach(() => vi.mocked(call).mockReset());
afterEach(cleanup);

const show = () =>
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PlatformMembers courseId={1} />
      </QueryClientProvider>
    </MantineProvider>,
  );
const answer = (value: unknown) => vi.mocked(call).mockResolvedValueOnce(value);

it("members are requested on demand; those who have not come are listed first", async () => {
  answer(COURSES);
  show();
  const button = await screen.findByRole("button", { name: "progress.showMembers" });
  expect(call).toHaveBeenCalledTimes(1);
  answer(MEMBERS);
  fireEvent.click(button);
  await screen.findByText("Ben");
  const namesIn = (name: string) =>
    within(screen.getByRole("list", { name }))
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent);
  expect(namesIn("progress.notCome 2")).toEqual(["Ben", "progress.nameless 1"]);
  expect(namesIn("progress.come 1")).toEqual(["Ada"]);
  const [, parts] = vi.mocked(call).mock.calls.at(-1) ?? [];
  expect(parts).toEqual({ params: { id: 1, courseId: 7 } });
});

it("a failed request for members can be retried; an incomplete list is reported", async () => {
  answer(COURSES);
  show();
  const button = await screen.findByRole("button", { name: "progress.showMembers" });
  vi.mocked(call).mockRejectedValueOnce(new Error("away"));
  fireEvent.click(button);
  await screen.findByText("progress.membersFailed");
  answer({ members: [], isComplete: false });
  fireEvent.click(screen.getByRole("button", { name: "ui.tryAgain" }));
  await screen.findByText("progress.membersCut");
  expect(screen.getByText("progress.noMembers")).toBeTruthy();
});

it("without a course of a platform nothing is shown", async () => {
  answer({ courses: [] });
  show();
  await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole("button")).toBeNull();
});
