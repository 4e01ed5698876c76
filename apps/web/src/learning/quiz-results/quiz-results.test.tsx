// @vitest-environment happy-dom
/** The results table of a large class: the document contains one page of it, and links to the others. */
import { MantineProvider } from "@mantine/core";
import {
  type LearnerResult,
  RESULTS_PAGE_SIZE,
  type QuizResults as Results,
} from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { QuizResults } from "./QuizResults.tsx";
import { quizResultsEn } from "./quiz-results.en.ts";

const LEARNERS = 2_000;

const navigate = vi.fn();
let data: Results;
vi.mock("./quiz-results.api.ts", async (load) => ({
  ...(await load<object>()),
  useResults: () => ({ data, error: null, refetch: vi.fn() }),
}));
vi.mock("@tanstack/react-router", () => ({
  Link: ({ to, search, children }: { to: string; search: { paper: string }; children: ReactNode }) => (
    <a href={`${to}?paper=${search.paper}`}>{children}</a>
  ),
  createLink: () => (props: { to: string; children: ReactNode }) => <a href={props.to}>{props.children}</a>,
  useNavigate: () => navigate,
  useSearch: () => ({ page: "2" }),
}));
vi.mock("./PrintMenu.tsx", () => ({ PrintMenu: () => null }));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 } }) }));
vi.mock("#ui/page-place.ts", () => ({ usePagePlace: () => undefined }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { quizResults: quizResultsEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

const learnerAt = (place: number): LearnerResult => ({
  ...{ attemptId: 10_000 + place, userId: place, name: `Learner ${place}`, email: `l${place}@school.test` },
  ...{ state: "submitted", attemptNo: 1, attemptCount: 1, score: 7.25, maxScore: 10, toMarkCount: 0, progress: null },
  ...{ startedAt: "2026-11-02T09:00:00.000Z", submittedAt: "2026-11-02T09:30:00.000Z", durationS: 1_800 },
});

function show() {
  const learners = Array.from({ length: RESULTS_PAGE_SIZE }, (_, at) => learnerAt(RESULTS_PAGE_SIZE + at + 1));
  const counts = { started: 0, submitted: LEARNERS, outOfTime: 0, notStarted: null };
  data = { quizId: 7, title: "Kidney", questionCount: 5, counts, outages: [], learners, total: LEARNERS };
  return render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <QuizResults quizId={7} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

it("of 2,000 learners has the 50 rows of its page, shows the total, and links to 40 pages", () => {
  const { container } = show();
  const rows = within(screen.getByRole("region", { name: "Learners" })).getAllByRole("row");
  expect(rows).toHaveLength(1 + RESULTS_PAGE_SIZE);
  expect(within(rows[1] as HTMLElement).getByRole("link", { name: "Learner 51" })).toBeTruthy();
  expect(within(rows.at(-1) as HTMLElement).getByRole("link", { name: "Learner 100" })).toBeTruthy();
  expect(screen.getByText(/^2000 learners/)).toBeTruthy();
  expect(container.querySelectorAll("*").length).toBeLessThan(2_000);
  fireEvent.click(screen.getByRole("button", { name: "40" }));
  expect(navigate).toHaveBeenLastCalledWith(
    expect.objectContaining({ search: expect.objectContaining({ page: "40" }) }),
  );
});
