// @vitest-environment happy-dom
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, expect, it } from "vitest";
import { NeighbourLinks } from "./NeighbourLinks.tsx";
import { uiEn } from "./ui.en.ts";

beforeAll(() => i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { ui: uiEn } } } }));
afterEach(cleanup);

it("names the neighbour and its key; without a neighbour it shows that and has no link", async () => {
  const root = createRootRoute({
    component: () => (
      <NeighbourLinks previous={{ title: "Quiz 1", id: 4 }} next={null} pathOf={({ id }) => `/s1/course2/q${id}/`} />
    ),
  });
  render(<RouterProvider router={createRouter({ routeTree: root, history: createMemoryHistory() }) as never} />);
  const link = await screen.findByRole("link", { name: "Previous: Quiz 1" });
  expect(link.getAttribute("href")).toMatch(/^\/s1\/course2\/q4\/?$/);
  expect(link.getAttribute("aria-keyshortcuts")).toBe(",");
  expect(screen.getByRole("img", { name: "No next item" })).toBeTruthy();
  expect(screen.getAllByRole("link")).toHaveLength(1);
});
