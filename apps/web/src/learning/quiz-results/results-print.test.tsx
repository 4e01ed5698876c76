// @vitest-environment happy-dom
/** Printing the results: all learners of the search, not only those of the current page. */
import { MantineProvider } from "@mantine/core";
import { type LearnerResult, RESULTS_PAGE_SIZE } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { PrintMenu } from "./PrintMenu.tsx";
import { quizResultsEn } from "./quiz-results.en.ts";
import { FIRST_RESULTS, type ResultSearch } from "./result-search.ts";

vi.mock("#quiz/quiz.api.ts", async (load) => ({
  ...(await load<object>()),
  useAuthoredQuiz: () => ({ quiz: { id: 7, title: "Kidney" } }),
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { quizResults: quizResultsEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const learnerAt = (place: number): LearnerResult => ({
  ...{ attemptId: 10_000 + place, userId: place, name: `Learner ${place}`, email: `l${place}@school.test` },
  ...{ state: "submitted", attemptNo: 2, attemptCount: 2, score: 7.25, maxScore: 10, toMarkCount: 1, progress: null },
  ...{ startedAt: "2026-11-02T09:00:00.000Z", submittedAt: "2026-11-02T09:30:00.000Z", durationS: 1_800 },
});

/** @returns requested URLs, and the number of print calls. */
function show(search: ResultSearch | null, total: number) {
  const requests: URL[] = [];
  const print = vi.fn();
  vi.stubGlobal("print", print);
  vi.stubGlobal("fetch", async (address: string | URL | Request) => {
    const url = new URL(address instanceof Request ? address.url : address, "http://localhost");
    requests.push(url);
    const from = (Number(url.searchParams.get("page") ?? 1) - 1) * RESULTS_PAGE_SIZE;
    const count = Math.max(0, Math.min(RESULTS_PAGE_SIZE, total - from));
    const learners = Array.from({ length: count }, (_, at) => learnerAt(from + at + 1));
    const counts = { started: 0, submitted: total, outOfTime: 0, notStarted: null };
    return Response.json({ quizId: 7, title: "Kidney", questionCount: 5, counts, outages: [], learners, total });
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <PrintMenu quizId={7} search={search} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  fireEvent.click(screen.getByRole("button", { name: "Print" }));
  return { requests, print };
}

const printed = () => document.querySelector<HTMLElement>("[data-printed-results]");

it("the results of all pages are printed in the order of the search, with its filters, and are removed afterwards", async () => {
  const search: ResultSearch = { ...FIRST_RESULTS, q: "lear", sort: "score", direction: "desc", page: 2 };
  const { requests, print } = show(search, 120);
  fireEvent.click(await screen.findByRole("menuitem", { name: "Results" }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(
    requests.map(({ searchParams }) => [searchParams.get("page"), searchParams.get("q"), searchParams.get("sort")]),
  ).toEqual([null, "2", "3"].map((page) => [page, "lear", "score"]));
  const paper = printed() as HTMLElement;
  const rows = within(paper).getAllByRole("row", { hidden: true });
  expect(rows).toHaveLength(1 + 120);
  expect([...(rows[120] as HTMLElement).children].slice(0, 4).map(({ textContent }) => textContent)).toEqual([
    "Learner 120 l120@school.test",
    "Submitted",
    "7.25 of 101 to mark",
    "2 of 2",
  ]);
  expect(paper.textContent).toContain("Results: Kidney");
  expect(paper.textContent).toContain("Name or email: lear · 120 learners");
  window.dispatchEvent(new Event("afterprint"));
  await waitFor(() => expect(printed()).toBeNull());
});

it("at most 2,000 learners are printed, and the printout states it", async () => {
  const { requests, print } = show(FIRST_RESULTS, 2_130);
  fireEvent.click(await screen.findByRole("menuitem", { name: "Results" }));
  await waitFor(() => expect(print).toHaveBeenCalledOnce());
  expect(requests).toHaveLength(40);
  expect(printed()?.querySelectorAll("tbody tr")).toHaveLength(2_000);
  expect(printed()?.textContent).toContain("Printed: the first 2000 of 2130 learners.");
  expect(printed()?.textContent).not.toContain("Name or email");
});

it("a quiz that nobody has started prints no results", async () => {
  show(null, 0);
  await screen.findByRole("menuitem", { name: "Quiz with key" });
  expect(screen.queryByRole("menuitem", { name: "Results" })).toBeNull();
});
