// @vitest-environment happy-dom
/** How a slide opens in a container of a case, in contrast to its own page. */
import { MantineProvider } from "@mantine/core";
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { createSlideViewer, type SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { CaseSlide } from "./CaseSlide.tsx";

vi.mock("@parfocal/viewer/slide-viewer.ts", () => ({
  createSlideViewer: vi.fn(
    (): Partial<SlideViewer> => ({
      ...{
        on: () => () => undefined,
        setSurround: () => undefined,
        setTexts: () => undefined,
        destroy: () => undefined,
      },
      ...{ getView: () => ({ center: [0, 0], zoom: 0, rotationDeg: 0 }), getPlane: () => ({ depth: 0, time: 0 }) },
    }),
  ),
}));
vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));
const answer = vi.hoisted(() => ({ error: null as Error | null }));
vi.mock("#slide/slide.api.ts", () => ({
  useImage: () => ({
    error: answer.error,
    data: answer.error === null && {
      ...{ id: 3, state: "ready", center: null, zoom: null, rotation: 0 },
      slideInformation: {
        width: 700,
        height: 500,
        orientation: 0,
        levels: [{ width: 700 }],
        planes: null,
        externalTiles: null,
      },
    },
  }),
}));
afterEach(() => {
  cleanup();
  answer.error = null;
});

const ITEM: CaseItem = {
  ...{ id: 3, itemId: 3, title: "HE", subtitle: "", thumbnail: null, isActive: true, annotationsActive: true },
  ...{ center: null, zoom: null, rotation: 0, boundPoints: [], slideInformation: null },
};

it("it is fitted again 50 ms after its container's size settled, and has no scale bar", () => {
  render(<CaseSlide item={ITEM} caseId={5} place={0} openingView={null} onViewer={() => undefined} />);
  expect(createSlideViewer).toHaveBeenCalledOnce();
  expect(vi.mocked(createSlideViewer).mock.calls[0]?.[1]).toMatchObject({ resizeDelayMs: 50, hasScaleBar: false });
});

const failures = [
  ["notFound", "case.slideNotOpen", 0],
  ["forbidden", "case.slideNotOpen", 0],
  ["internal", "case.slideFailed", 1],
] as const;
for (const [kind, text, tries] of failures) {
  it(`one that cannot be loaded (${kind}) shows ${text}${tries ? ", and can be tried again" : ""}`, () => {
    answer.error = new AppError(kind, "no");
    render(
      <MantineProvider>
        <CaseSlide item={ITEM} caseId={5} place={0} openingView={null} onViewer={() => undefined} />
      </MantineProvider>,
    );
    expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryAllByRole("button", { name: "case.tryAgain" })).toHaveLength(tries);
  });
}
