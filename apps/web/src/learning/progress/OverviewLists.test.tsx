// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import type { Overview } from "@parfocal/core/progress/progress.contract.ts";
import { cleanup, render, screen, within } from "@testing-library/react";
import i18next from "i18next";
import type { ReactNode } from "react";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { courseEn } from "#course/course.en.ts";
import { OverviewLists } from "./OverviewLists.tsx";

vi.mock("@tanstack/react-router", () => ({
  Link: ({ to, children }: { to: string; children: ReactNode }) => <a href={to}>{children}</a>,
}));
vi.mock("#platform/session.tsx", () => ({ useSession: () => ({ site: { id: 1 } }) }));

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: "en",
    resources: { en: { translation: { course: courseEn } } },
    interpolation: { escapeValue: false },
  });
});
afterEach(cleanup);

const COURSE = { id: 1, type: "course", title: "Histology" } as const;

function show(overview: Partial<Overview>) {
  return render(
    <MantineProvider env="test">
      <OverviewLists overview={{ last: null, due: [], added: [], ...overview }} />
    </MantineProvider>,
  );
}

it("due quizzes show their end and whether they have been started, new items their date; each links to its page", () => {
  const quiz = { id: 23, type: "quiz", title: "Kidney" } as const;
  const page = { id: 9, type: "page", title: "Reading" } as const;
  show({
    due: [{ ...quiz, path: [COURSE, quiz], closesAt: "2026-12-01 18:00:00", isStarted: true }],
    added: [{ ...page, path: [COURSE, page], addedAt: "2026-11-20 09:30:00" }],
  });
  const due = within(screen.getByRole("region", { name: "Due" }));
  expect(due.getByRole("link", { name: "Kidney" }).getAttribute("href")).toBe("/s1/course1/q23/");
  expect(due.getByText("Running")).toBeTruthy();
  expect(due.getByRole("listitem").textContent).toContain("until 1 Dec 2026, 18:00");
  const added = within(screen.getByRole("region", { name: "New" }));
  expect(added.getByRole("link", { name: "Reading" }).getAttribute("href")).toBe("/s1/course1/p9/");
  expect(added.getByRole("listitem").textContent).toContain("Histology");
  expect(added.getByRole("listitem").textContent).toContain("added 20 Nov 2026");
});

it("a running quiz without an end has no date; an empty list is left out", () => {
  const quiz = { id: 23, type: "quiz", title: "Kidney" } as const;
  show({ due: [{ ...quiz, path: [COURSE, quiz], closesAt: null, isStarted: true }] });
  expect(screen.getByRole("listitem").textContent).not.toContain("until");
  expect(screen.queryByRole("region", { name: "New" })).toBeNull();
});
