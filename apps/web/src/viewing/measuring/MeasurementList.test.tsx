// @vitest-environment happy-dom
/** Source: decisions, "Geometry": µm and µm², from 1000 µm and 10^6 µm² on mm and mm². */
import { MantineProvider } from "@mantine/core";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import { type MeasuringMode, measuredShape } from "@parfocal/core/measuring/measured-shape.ts";
import type { Measuring } from "@parfocal/viewer/measuring/create-measuring.ts";
import type { MeasuringState } from "@parfocal/viewer/measuring/measuring-state.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { MeasurementList } from "./MeasurementList.tsx";

vi.mock("react-i18next", () => ({ useTranslation: () => ({ t: (key: string) => key, i18n: { language: "en" } }) }));

afterEach(cleanup);

const PIXEL_UM = { x: 0.5, y: 0.25 };
const path = (x: number, y: number): Shape => ({
  kind: "line",
  path: [
    [0, 0],
    [x, y],
  ],
});
const box = (x: number, y: number): Shape => ({
  kind: "polygon",
  rings: [
    [
      [0, 0],
      [x, 0],
      [x, y],
      [0, y],
    ],
  ],
});
const SHAPES: [mode: MeasuringMode, shape: Shape, text: string][] = [
  ["length", path(1998, 0), "999 µm"],
  ["length", path(0, 1998), "499.5 µm"],
  ["length", path(2000, 0), "1 mm"],
  ["area", box(1000, 7992), "999,000 µm²"],
  ["area", box(1000, 8000), "1 mm²"],
];

it("each axis uses its own pixel size; 1000 µm are 1 mm, and 1,000,000 µm² are 1 mm²", () => {
  const taken = SHAPES.map(([mode, shape], at) => ({
    ...{ id: at + 1, mode, shape, isFreehand: false },
    measured: measuredShape(shape, PIXEL_UM),
  }));
  render(
    <MantineProvider env="test">
      <MeasurementList
        measuring={{} as Measuring}
        state={{ taken, chosenId: null } as unknown as MeasuringState}
        viewer={{} as SlideViewer}
        onKeep={null}
      />
    </MantineProvider>,
  );
  const rows = screen.getAllByRole("listitem").map((row) => row.textContent.replaceAll("\u202f", " "));
  for (const [at, [, , text]] of SHAPES.entries()) expect(rows[at]).toMatch(new RegExp(`\\D ${text}(,| |$)`));
});
