// @vitest-environment happy-dom

import { registerSlides } from "@parfocal/core/geometry/registration.ts";
import type { PlacedView } from "@parfocal/core/geometry/registration-views.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import { afterEach, describe, expect, it } from "vitest";
import { ViewerEmitter } from "../events/viewer-events.ts";
import { radiansOf } from "../rotation/rotation.ts";
import { ownReach, type ViewReach } from "../slide-map.ts";
import type { SlideViewer } from "../slide-viewer.ts";
import type { CreateViewerPart, ViewerContext, ViewerPart } from "../viewer-part.ts";
import { worldOfSlide } from "../world/world.ts";
import { createSync, type MapBetween } from "./create-sync.ts";

const FINE = { width: 4000, height: 3000, pixelSizeUm: { x: 0.25, y: 0.25 } };
const COARSE = { width: 2000, height: 1500, pixelSizeUm: { x: 0.5, y: 0.5 } };
/** The same tissue: half as many pixels, shifted by 100 and 40. */
const onCoarse = ([x, y]: SlidePoint): SlidePoint => [x / 2 + 100, y / 2 + 40];
const back = ([x, y]: SlidePoint): SlidePoint => [(x - 100) * 2, (y - 40) * 2];
const CORNERS: readonly SlidePoint[] = [
  [0, 0],
  [1000, 200],
];
const BOUND: MapBetween = (from) =>
  from === 1
    ? registerSlides(
        CORNERS.map((point) => [point, onCoarse(point)] as const),
        FINE.pixelSizeUm,
        COARSE.pixelSizeUm,
      )
    : registerSlides(
        CORNERS.map((point) => [onCoarse(point), point] as const),
        COARSE.pixelSizeUm,
        FINE.pixelSizeUm,
      );
const NOT_BOUND: MapBetween = () => null;

/** A viewer reduced to its view: shows a requested view in a frame of its own. */
function viewerOf(slide: typeof FINE) {
  const emitter = new ViewerEmitter();
  const element = document.createElement("div");
  document.body.append(element);
  const listeners = new Set<(event: unknown) => void>();
  let view: PlacedView = { center: [slide.width / 2, slide.height / 2], resolution: 2, rotationDeg: 0 };
  let reach: ViewReach | null = null;
  const drawFrame = (): void => {
    const viewState = {
      center: worldOfSlide(view.center),
      resolution: view.resolution,
      rotation: radiansOf(view.rotationDeg),
    };
    for (const listener of listeners)
      listener({ frameState: { coordinateToPixelTransform: [1, 0, 0, 1, 0, 0], viewState } });
  };
  const context = {
    slide,
    emitter,
    element,
    map: {
      on: (_name: string, listener: (event: unknown) => void) => listeners.add(listener),
      un: (_name: string, listener: (event: unknown) => void) => listeners.delete(listener),
      render: drawFrame,
      renderSync: drawFrame,
    },
    view: {
      placed: () => view,
      follow(next: PlacedView) {
        view = next;
      },
      setReach(next: ViewReach | null) {
        reach = next;
      },
    },
  } as unknown as ViewerContext;
  const use = <Part extends ViewerPart>(create: CreateViewerPart<Part>): Part => create(context);
  return {
    viewer: { use } as unknown as SlideViewer,
    view: () => view,
    reach: () => reach,
    /** As a person does. */
    move(next: Partial<PlacedView>) {
      view = { ...view, ...next };
      drawFrame();
    },
    /** Without a frame, and so without an event. */
    slip(next: Partial<PlacedView>) {
      view = { ...view, ...next };
    },
    drawFrame,
    point: (point: SlidePoint | null) => emitter.emit("pointer", point && { point, um: null }),
    cursors: () => element.querySelectorAll(".slide-viewer-other-cursor"),
    cursor: () => element.querySelector<HTMLElement>(".slide-viewer-other-cursor"),
  };
}

function pair(mapBetween: MapBetween) {
  const [fine, coarse] = [viewerOf(FINE), viewerOf(COARSE)];
  const sync = createSync({ mapBetween });
  const members = [sync.add(fine.viewer, 1), sync.add(coarse.viewer, 2)] as const;
  fine.drawFrame();
  coarse.drawFrame();
  return { fine, coarse, sync, members };
}

const near = ([x, y]: SlidePoint) => [expect.closeTo(x, 6), expect.closeTo(y, 6)];

afterEach(() => document.body.replaceChildren());

describe("bound slides", () => {
  it("the second opens at the tissue of the first, at the same size", () => {
    const { fine, coarse } = pair(BOUND);
    expect(coarse.view().center).toEqual(near(onCoarse(fine.view().center)));
    expect(coarse.view().resolution).toBeCloseTo(1, 9);
  });
  it("the slide of the lowest rank opens unchanged, also when it is added last", () => {
    const [fine, coarse] = [viewerOf(FINE), viewerOf(COARSE)];
    const sync = createSync({ mapBetween: BOUND });
    sync.add(coarse.viewer, 2, { rank: 1 });
    coarse.drawFrame();
    sync.add(fine.viewer, 1, { rank: 0 });
    fine.drawFrame();
    expect(fine.view()).toEqual({ center: [2000, 1500], resolution: 2, rotationDeg: 0 });
    expect(coarse.view().center).toEqual(near(onCoarse([2000, 1500])));
  });
  it("a replacement opens at the tissue of the replaced slide, and the others stay", () => {
    const { fine, coarse, sync, members } = pair(BOUND);
    coarse.move({ center: [600, 500] });
    members[0].remove();
    const again = viewerOf(FINE);
    sync.add(again.viewer, 1);
    again.drawFrame();
    expect(again.view().center).toEqual(near(back([600, 500])));
    expect(coarse.view().center).toEqual([600, 500]);
    expect(fine.view().center).toEqual(near(back([600, 500])));
  });
  it("both follow each other in the same frame", () => {
    const { fine, coarse } = pair(BOUND);
    fine.move({ center: [900, 700], resolution: 4, rotationDeg: 30 });
    expect(coarse.view()).toEqual({
      center: near(onCoarse([900, 700])),
      resolution: expect.closeTo(2, 9),
      rotationDeg: expect.closeTo(30, 6),
    });
    coarse.move({ center: [600, 500] });
    expect(fine.view().center).toEqual(near(back([600, 500])));
  });
  it("a slide moved alone stays there, and returns to the others when linked again", () => {
    const { fine, coarse, members } = pair(BOUND);
    members[1].setLinked(false);
    const before = coarse.view();
    fine.move({ center: [900, 700] });
    expect(coarse.view()).toEqual(before);
    coarse.move({ center: [10, 10] });
    expect(fine.view().center).toEqual([900, 700]);
    members[1].setLinked(true);
    expect(coarse.view().center).toEqual(near(onCoarse([900, 700])));
  });
  it("nothing follows while switched off; when switched on, the others follow the slide moved last", () => {
    const { fine, coarse, sync } = pair(BOUND);
    fine.move({ center: [900, 700] });
    sync.setOn(false);
    fine.move({ center: [1200, 900] });
    expect(coarse.view().center).toEqual(near(onCoarse([900, 700])));
    sync.setOn(true);
    expect(coarse.view().center).toEqual(near(onCoarse([1200, 900])));
  });
  it("a removed slide no longer follows", () => {
    const { fine, coarse, members } = pair(BOUND);
    members[1].remove();
    const before = coarse.view();
    fine.move({ center: [900, 700] });
    expect(coarse.view()).toEqual(before);
  });
  it("a removed slide no longer leads, although its viewer stays", () => {
    const { fine, coarse, members } = pair(BOUND);
    members[1].remove();
    const before = fine.view();
    coarse.move({ center: [600, 500], rotationDeg: 30 });
    expect(fine.view()).toEqual(before);
    coarse.point([600, 500]);
    expect(fine.cursor()?.hidden).toBe(true);
  });
  it("a slide whose viewer is added again exists once", () => {
    const { fine, coarse, sync, members } = pair(BOUND);
    for (const one of members) one.remove();
    expect(fine.cursors()).toHaveLength(0);
    const other = viewerOf(COARSE);
    sync.add(fine.viewer, 1);
    sync.add(other.viewer, 2, { rank: 1 });
    fine.drawFrame();
    other.drawFrame();
    fine.move({ center: [900, 700], rotationDeg: 30 });
    expect(other.view().center).toEqual(near(onCoarse([900, 700])));
    expect(fine.cursors()).toHaveLength(1);
    expect(coarse.view().rotationDeg).toBe(0);
  });
  it("new maps move the others to the same tissue immediately", () => {
    const { fine, coarse, sync } = pair(NOT_BOUND);
    fine.move({ center: [900, 700] });
    sync.relink(BOUND);
    expect(coarse.view().center).toEqual(near(onCoarse([900, 700])));
  });
  it("each can move within the range of all, and only within its own when alone", () => {
    const { coarse, members } = pair(BOUND);
    const own = ownReach(COARSE);
    const wide = coarse.reach();
    expect(wide && wide.bounds.maxX > own.bounds.maxX).toBe(true);
    members[0].remove();
    expect(coarse.reach()).toBeNull();
  });
});

describe("unbound slides", () => {
  it("have the same size in µm, each at its own position", () => {
    const { fine, coarse } = pair(NOT_BOUND);
    expect(coarse.view().center).toEqual([1000, 750]);
    expect(coarse.view().resolution * COARSE.pixelSizeUm.x).toBeCloseTo(fine.view().resolution * FINE.pixelSizeUm.x, 9);
  });
  it("move by the same µm", () => {
    const { fine, coarse } = pair(NOT_BOUND);
    fine.move({ center: [2100, 1460] });
    expect(coarse.view().center).toEqual(near([1050, 730]));
  });
  it("have the size of the leading slide when aligned again", () => {
    const { fine, coarse, members } = pair(NOT_BOUND);
    coarse.slip({ resolution: 7 });
    members[0].lead();
    expect(coarse.view().resolution * COARSE.pixelSizeUm.x).toBeCloseTo(fine.view().resolution * FINE.pixelSizeUm.x, 9);
  });
});

describe("the pointer of one slide", () => {
  it("is shown at the same tissue on the other slide, and disappears with the pointer", () => {
    const { fine, coarse } = pair(BOUND);
    expect(coarse.cursor()?.hidden).toBe(true);
    fine.point([800, 600]);
    const [x, y] = onCoarse([800, 600]);
    expect(coarse.cursor()?.hidden).toBe(false);
    expect(coarse.cursor()?.style.transform).toContain(`translate(${x}px`);
    expect(Math.abs(Number(/, (-?[\d.]+)px/.exec(coarse.cursor()?.style.transform ?? "")?.[1]))).toBeCloseTo(y, 6);
    expect(fine.cursor()?.hidden).toBe(true);
    fine.point(null);
    expect(coarse.cursor()?.hidden).toBe(true);
  });
  it("is not shown while slides move independently", () => {
    const { fine, coarse, sync } = pair(BOUND);
    fine.point([800, 600]);
    sync.setOn(false);
    expect(coarse.cursor()?.hidden).toBe(true);
    fine.point([810, 600]);
    expect(coarse.cursor()?.hidden).toBe(true);
  });
});
