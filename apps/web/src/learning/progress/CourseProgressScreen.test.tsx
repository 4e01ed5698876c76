// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { CourseProgress } from "@parfocal/core/progress/course-progress.contract.ts";
import { cleanup, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { CourseProgressScreen } from "./CourseProgressScreen.tsx";
import { progressEn } from "./progress.en.ts";

let progress: CourseProgress;
vi.mock("./progress.api.ts", () => ({
  useCourseProgress: () => ({ data: progress, error: null }),
  usePlatformCourses: () => ({ data: { courses: [] } }),
}));
vi.mock("@tanstack/react-router", () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
  createLink: () => (props: { to: string; children: ReactNode }) => <a href={props.to}>{props.children}</a>,
  useSearch: () => ({ course: "1" }),
}));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 } }) }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { progress: progressEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

const ROW = { depth: 0, parentIds: [1], isHidden: false, learners: 30, viewed: null, finished: null };

function show(change: Partial<CourseProgress>) {
  progress = { id: 1, title: "Histology", isSeenByLearners: true, learners: 30, rows: [], total: 0, ...change };
  return render(
    <MantineProvider env="test">
      <CourseProgressScreen />
    </MantineProvider>,
  );
}

it("shows for each item how many learners viewed it, rounded at both ends, and links to its page", () => {
  const inFolder = { ...ROW, depth: 1, parentIds: [1, 2] };
  show({
    rows: [
      { ...ROW, id: 2, type: "folder", title: "Kidney", learners: null },
      { ...inFolder, id: 3, type: "image", title: "Cortex", viewed: { from: 12, to: 12 } },
      { ...inFolder, id: 4, type: "page", title: "Reading", viewed: { from: 28, to: 30 } },
      { ...ROW, id: 5, type: "quiz", title: "Week 1", viewed: { from: 9, to: 9 }, finished: { from: 0, to: 2 } },
      { ...ROW, id: 6, type: "page", title: "Small group", learners: 2 },
      { ...ROW, id: 7, type: "page", title: "Off", isHidden: true, learners: 0 },
    ],
    total: 6,
  });
  const cellsOf = (name: string) => {
    const row = screen.getByRole("link", { name }).closest("tr") as HTMLTableRowElement;
    return within(row)
      .getAllByRole("cell")
      .map(({ textContent }) => textContent);
  };
  expect(cellsOf("Kidney")).toEqual(["", ""]);
  expect(cellsOf("Cortex")).toEqual(["12 of 30", ""]);
  expect(cellsOf("Reading")).toEqual(["at least 28 of 30", ""]);
  expect(cellsOf("Week 1")).toEqual(["9 of 30", "fewer than 3 of 30"]);
  expect(cellsOf("Small group")).toEqual(["too few learners", ""]);
  expect(cellsOf("Off")).toEqual(["", ""]);
  expect(screen.getByRole("link", { name: "Cortex" }).getAttribute("href")).toBe("/s1/course1/f2/i3/");
});

it("reports a course that is hidden from learners or empty", () => {
  show({ isSeenByLearners: false, learners: 0 });
  expect(screen.getByText("This course is hidden from learners.")).toBeTruthy();
  expect(screen.getByText("No items yet")).toBeTruthy();
});
