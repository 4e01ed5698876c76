// @vitest-environment happy-dom
/** The area that a class agrees on: shown on the slide, and saved as an annotation of the teacher with one click. */
import { MantineProvider } from "@mantine/core";
import type { Consensus } from "@parfocal/core/quiz-consensus/quiz-consensus.contract.ts";
import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { showProblem } from "#platform/failure-toast.ts";
import type { Drawn } from "#quiz-attempt/QuestionStage.tsx";
import { showUndo } from "#ui/undo-toast.tsx";
import { AgreedAreas } from "./AgreedAreas.tsx";
import { quizConsensusEn } from "./quiz-consensus.en.ts";

const AGREED = "POLYGON ((1 1, 9 1, 9 9, 1 1))";
const CONSENSUS: Consensus = {
  ...{ questionId: 1, quizId: 2, itemId: null, title: "Mark it", questionType: "annotation", threshold: 0.5 },
  ...{ userCount: 4, answeredCount: 4, isReached: true, shares: [], subjectId: 3, subjectKind: "image" },
  areas: [
    { share: 0.5, wkt: "half" },
    { share: 0.75, wkt: "three quarters" },
  ],
  agreedArea: AGREED,
};

const calls = vi.hoisted(() => ({ keep: vi.fn(), drop: vi.fn() }));
vi.mock("./quiz-consensus.api.ts", () => ({
  useKeepArea: () => ({ mutateAsync: calls.keep, isPending: false }),
  useDropArea: () => ({ mutateAsync: calls.drop }),
}));
vi.mock("#platform/failure-toast.ts", () => ({ showProblem: vi.fn(), showSuccess: vi.fn() }));
vi.mock("#ui/undo-toast.tsx", () => ({ showUndo: vi.fn() }));
/** Replaces the slide: the areas on it. */
vi.mock("#quiz-attempt/question-stage-part.ts", () => ({
  LaterQuestionStage: ({ regions }: Pick<Drawn, "regions">) => (
    <p data-testid="slide">{regions.map(({ title, wkt }) => `${title} ${wkt}`.trim()).join("; ")}</p>
  ),
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { quizConsensus: quizConsensusEn } } },
    interpolation: { escapeValue: false },
  });
});
beforeEach(() => {
  vi.clearAllMocks();
  calls.keep.mockResolvedValue(77);
  calls.drop.mockResolvedValue(undefined);
});
afterEach(cleanup);

const show = (change: Partial<Consensus> = {}) =>
  render(<AgreedAreas consensus={{ ...CONSENSUS, ...change }} />, { wrapper: MantineProvider });
const keepButton = () => screen.queryByRole("button", { name: "Keep as expert annotation" });

it("shows an area for each share, or only the agreed one", () => {
  show();
  expect(screen.getByTestId("slide").textContent).toBe("50% half; 75% three quarters");
  fireEvent.change(screen.getByRole("combobox"), { target: { value: "agreed" } });
  expect(screen.getByTestId("slide").textContent).toBe(AGREED);
});

it("saves the agreed area with one click, on the slide of the question, and undo removes it", async () => {
  show();
  fireEvent.click(keepButton() as HTMLElement);
  await waitFor(() => expect(showUndo).toHaveBeenCalledTimes(1));
  expect(calls.keep.mock.calls).toEqual([[{ imageId: 3, title: "Mark it", geometry: AGREED }]]);
  vi.mocked(showUndo).mock.calls[0]?.[2]();
  expect(calls.drop).toHaveBeenCalledWith(77);
});

it("reports a failure; without agreement, or for a case, nothing can be saved", async () => {
  calls.keep.mockRejectedValue(new Error("no network"));
  show();
  fireEvent.click(keepButton() as HTMLElement);
  await waitFor(() => expect(showProblem).toHaveBeenCalledTimes(1));
  expect(showUndo).not.toHaveBeenCalled();
  for (const change of [{ agreedArea: null }, { subjectKind: "case" as const }]) {
    cleanup();
    show(change);
    expect(keepButton()).toBeNull();
  }
});
