// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { WrongMarks as Found } from "@parfocal/core/wrong-marks/wrong-marks.contract.ts";
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import type { Drawn } from "#quiz-attempt/QuestionStage.tsx";
import { WrongMarks } from "./WrongMarks.tsx";
import { wrongMarksEn } from "./wrong-marks.en.ts";

const PLACES: Found["places"] = [
  { name: "Distal tubule", kind: "annotation", userCount: 14, markCount: 15 },
  { name: "Glomerulus", kind: "region", userCount: 3, markCount: 3 },
  { name: "", kind: "region", userCount: 2, markCount: 2 },
  { name: null, kind: null, userCount: 2, markCount: 2 },
];
const FOUND: Found = {
  ...{ questionId: 1, quizId: 2, itemId: null, subjectId: 3, regions: [] },
  ...{ userCount: 60, answeredCount: 58, wrongUserCount: 21, wrongMarkCount: 23, places: PLACES },
  marks: [
    { wkt: "POINT (1 1)", place: 0 },
    { wkt: "POINT (2 2)", place: 3 },
    { wkt: "POINT (9 9)", place: null },
  ],
};

const world = vi.hoisted(() => ({ data: undefined as unknown, views: [] as (readonly string[])[] }));
vi.mock("./wrong-marks.api.ts", () => ({ useWrongMarks: () => ({ data: world.data, error: null }) }));
/** Replaces the slide: each mark with its number. */
vi.mock("#quiz-attempt/question-stage-part.ts", () => ({
  LaterQuestionStage: ({ marks, numbers, around }: Pick<Drawn, "marks" | "numbers" | "around">) => {
    if (around && world.views.at(-1) !== around) world.views.push(around);
    return <p data-testid="slide">{marks.map((mark, at) => `${mark} ${numbers?.[at]}`).join("; ")}</p>;
  },
}));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { wrongMarks: wrongMarksEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

function show(found: Partial<Found> = {}): void {
  world.data = { ...FOUND, ...found };
  render(<WrongMarks quizId={2} questionId={1} itemId={null} />, { wrapper: MantineProvider });
}
const onSlide = () => screen.getByTestId("slide").textContent;

it("lists groups of wrong marks by the marked region, with their number on the slide", () => {
  show();
  expect(screen.getByText("21 of 60 learners made a wrong mark.")).toBeTruthy();
  const list = screen.getByRole("list", { name: "Places of wrong marks" });
  expect(
    within(list)
      .getAllByRole("button")
      .map(({ textContent }) => textContent),
  ).toEqual([
    "14 of 60 marked “Distal tubule”",
    "3 of 60 marked “Glomerulus”, with too little overlap",
    "2 of 60 marked the correct region, with too little overlap",
    "2 of 60 marked place 4",
  ]);
  expect(screen.getByText("3 of 23 marks are shown.")).toBeTruthy();
});

it("shows all marks, or those of the selected group", () => {
  show();
  expect(onSlide()).toBe("POINT (1 1) 1; POINT (2 2) 4; POINT (9 9) null");
  fireEvent.click(screen.getByRole("button", { name: "2 of 60 marked place 4" }));
  expect(onSlide()).toBe("POINT (2 2) 4");
  fireEvent.click(screen.getByRole("button", { name: "All wrong marks" }));
  expect(onSlide()).toContain("POINT (9 9)");
});

it("zooms to the marks of the selected group, also repeatedly, and back to the whole slide", () => {
  world.views = [];
  show();
  expect(world.views).toEqual([]);
  const place = screen.getByRole("button", { name: "2 of 60 marked place 4" });
  fireEvent.click(place);
  fireEvent.click(place);
  fireEvent.click(screen.getByRole("button", { name: "All wrong marks" }));
  expect(world.views).toEqual([["POINT (2 2)"], ["POINT (2 2)"], []]);
});

it("reports that there is nothing to show", () => {
  show({ answeredCount: 0, wrongMarkCount: 0 });
  expect(screen.getByText("Nobody has answered this question.")).toBeTruthy();
  cleanup();
  show({ wrongMarkCount: 0, wrongUserCount: 0 });
  expect(screen.getByText("No learner has made a wrong mark.")).toBeTruthy();
  cleanup();
  show({ places: [] });
  expect(screen.getByText("No place was marked by two or more learners.")).toBeTruthy();
  expect(screen.queryByRole("list")).toBeNull();
});
