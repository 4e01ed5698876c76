// @vitest-environment happy-dom
import { MantineProvider } from "@mantine/core";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render, screen } from "@testing-library/react";
import i18next from "i18next";
import { initReactI18next } from "react-i18next";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { call } from "#platform/call.ts";
import { ReviewCard } from "./ReviewCard.tsx";
import { reviewEn } from "./review.en.ts";
import { ToReviewPage } from "./ToReviewPage.tsx";

const world = vi.hoisted(() => ({ isExpert: true }));
vi.mock("#platform/session.tsx", () => ({
  useSession: () => ({ site: { id: 1 }, user: { id: 7 }, can: () => world.isExpert }),
}));
vi.mock("#platform/call.ts", () => ({ call: vi.fn() }));
vi.mock("@tanstack/react-router", () => ({
  Link: ({ to, children }: { to: string; children: string }) => <a href={to}>{children}</a>,
  Navigate: ({ to, search }: { to: string; search?: Record<string, string> }) => (
    <p data-testid="led-on">{`${to}?${new URLSearchParams(search)}`}</p>
  ),
  createLink: () => LinkStandIn,
}));
function LinkStandIn({ to, search, children }: { to: string; search?: Record<string, string>; children: string }) {
  return <a href={`${to}${search ? `?${new URLSearchParams(search)}` : ""}`}>{children}</a>;
}

beforeAll(async () => {
  await i18next.use(initReactI18next).init({ lng: "en", resources: { en: { translation: { review: reviewEn } } } });
});
afterEach(() => {
  cleanup();
  world.isExpert = true;
  vi.mocked(call).mockReset();
});

const slide = (imageId: number, courseId: number) => ({
  ...{
    imageId,
    title: `Slide ${imageId}`,
    open: 2,
    commented: 0,
    oldestAt: "2026-03-01T10:00:00.000Z",
    firstId: 4,
    lastId: 5,
  },
  path: [
    ...(courseId === 0 ? [] : [{ id: courseId, type: "course", title: `Course ${courseId}` }]),
    { id: imageId, type: "image", title: `Slide ${imageId}` },
  ],
  ...{ thumbnail: null, colour: null },
});

function show(answer: unknown, screenShown = <ToReviewPage />) {
  vi.mocked(call).mockResolvedValue(answer as never);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>{screenShown}</QueryClientProvider>
    </MantineProvider>,
  );
}

describe("the list of slides to review", () => {
  it("is grouped by course, and each slide opens with its oldest annotation under review", async () => {
    show({ annotations: 6, slides: 3, list: [slide(9, 2), slide(10, 2), slide(11, 0)] });
    expect((await screen.findAllByRole("heading", { level: 2 })).map((heading) => heading.textContent)).toEqual([
      "Course 2",
      reviewEn.noCourse,
    ]);
    expect(screen.getByText("6 annotations on 3 slides, the oldest first.")).toBeTruthy();
    const link = screen.getByRole("link", { name: "Slide 9" });
    expect(link.getAttribute("href")).toBe("/s1/course2/i9/?annotation=4&review=1");
    expect(screen.getByRole("link", { name: reviewEn.start }).getAttribute("href")).toBe(link.getAttribute("href"));
    expect(screen.queryByRole("button", { name: reviewEn.more })).toBeNull();
  });

  it("redirects to the first annotation to start a review", async () => {
    window.history.replaceState(null, "", "/s1/to-review?start=1");
    show({ annotations: 6, slides: 3, list: [slide(9, 2), slide(10, 2)] });
    expect((await screen.findByTestId("led-on")).textContent).toBe("/s1/course2/i9/?annotation=4&review=1");
    window.history.replaceState(null, "", "/s1/to-review");
  });

  it("marks slides with comments that the expert has not read, with the number of annotations", async () => {
    const list = [{ ...slide(9, 2), commented: 1 }, { ...slide(10, 2), commented: 2 }, slide(11, 2)];
    show({ annotations: 6, slides: 3, list });
    await screen.findByRole("link", { name: "Slide 9" });
    const marks = screen.getAllByRole("listitem").map((card) => /New comments on \d/.exec(card.textContent)?.[0]);
    expect(marks).toEqual(["New comments on 1", "New comments on 2", undefined]);
  });

  it("reports that nothing is waiting", async () => {
    show({ annotations: 0, slides: 0, list: [] });
    expect(await screen.findByRole("heading", { name: reviewEn.emptyTitle })).toBeTruthy();
  });

  it("has a button for further pages", async () => {
    show({ annotations: 60, slides: 60, list: [slide(9, 2)] });
    expect(await screen.findByRole("button", { name: reviewEn.more })).toBeTruthy();
  });

  it("is requested only for experts", async () => {
    world.isExpert = false;
    show({});
    expect(await screen.findByRole("heading", { name: reviewEn.notForYouTitle })).toBeTruthy();
    expect(call).not.toHaveBeenCalled();
  });
});

describe("the home page", () => {
  it("shows the number of waiting annotations, and nothing if there are none", async () => {
    show({ annotations: 1, slides: 1 }, <ReviewCard />);
    expect(await screen.findByText("1 annotation on 1 slide, the oldest first.")).toBeTruthy();
    const [all, start] = screen.getAllByRole("link");
    expect(all?.getAttribute("href")).toBe("/s1/to-review");
    expect(start?.getAttribute("href")).toBe("/s1/to-review?start=1");
    cleanup();
    show({ annotations: 0, slides: 0 }, <ReviewCard />);
    await vi.waitFor(() => expect(call).toHaveBeenCalledTimes(2));
    expect(screen.queryByRole("region")).toBeNull();
  });
});
