// @vitest-environment happy-dom
/** An outage in the results: who was working, and their lost time granted with one click. */
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { giveTime } from "#quiz-access/quiz-access.api.ts";
import { OutageNotices } from "./OutageNotices.tsx";
import { quizResultsEn } from "./quiz-results.en.ts";

vi.mock("#quiz-access/quiz-access.api.ts", () => ({ giveTime: vi.fn(async () => 12) }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { quizResults: quizResultsEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

const outage = {
  from: "2026-11-26T10:00:00.000Z",
  until: "2026-11-26T10:01:30.500Z",
  attemptCount: 12,
  runningCount: 11,
  lostS: 91,
  grantedS: null,
};

const show = (shown: Parameters<typeof OutageNotices>[0]["outages"][number]) =>
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <OutageNotices quizId={7} outages={[shown]} />
      </QueryClientProvider>
    </MantineProvider>,
  );

it("shows how many learners were working, and grants them the lost time with one click", async () => {
  show(outage);
  expect(screen.getByText(/12 learners were working\./)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Give 1 min 31 s" }));
  await waitFor(() => expect(giveTime).toHaveBeenCalledWith(7, 91, expect.any(String), outage.from));
});

it("offers nothing if the time was granted, or if no affected learner is working", () => {
  show({ ...outage, grantedS: 91 });
  expect(screen.getByText(/Time given: 1 min 31 s\./)).toBeTruthy();
  show({ ...outage, runningCount: 0 });
  expect(screen.queryByRole("button")).toBeNull();
});
