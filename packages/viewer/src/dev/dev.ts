/**
 * A page for trying the viewer alone. `?slide=` selects one of SLIDES, `?view=` a view, `?delay=` ms before each tile.
 */
import "../slide-viewer.css";
import { DRAWN_TYPE_NAMES } from "@parfocal/core/annotation/annotation-types.ts";
import type { ShownAnnotation } from "../annotation/annotation-layer.ts";
import { createSlideViewer } from "../slide-viewer.ts";
import { formatViewState, parseViewState } from "../view-state/view-state.ts";
import { sampleAnnotations } from "./sample-annotations.ts";
import {
  SYNTHETIC_PLANES,
  type SyntheticSlideOptions,
  syntheticSlide,
  syntheticTileLoader,
} from "./synthetic-slide.ts";

const SLIDES: Readonly<Record<string, SyntheticSlideOptions>> = {
  kidney: { width: 40_960, height: 30_720, downsamples: [1, 2, 4, 8, 16, 32, 64, 128], tileSize: 256 },
  gaps: { width: 46_000, height: 32_914, downsamples: [1, 4, 16], tileSize: 240 },
  single: {
    width: 2220,
    height: 2967,
    downsamples: [1],
    tileSize: 240,
    pixelSizeUm: { x: 0.499, y: 0.499 },
    objectivePower: 20,
  },
  odd: { width: 300, height: 250, downsamples: [1, 2, 4, 8], tileSize: 64, objectivePower: null },
  overlapping: { width: 12_000, height: 9_000, downsamples: [1, 2, 4, 8, 16], tileSize: 254, tileOverlapPx: 1 },
  rimmed: { width: 12_000, height: 9_000, downsamples: [1, 2, 4, 8, 16], tileSize: 254 },
  channels: {
    width: 12_000,
    height: 9_000,
    downsamples: [1, 2, 4, 8, 16],
    tileSize: 512,
    tileOverlapPx: 2,
    planes: SYNTHETIC_PLANES,
  },
  turned: {
    width: 20_000,
    height: 12_000,
    downsamples: [1, 2, 4, 8, 16, 32],
    tileSize: 512,
    orientationDeg: 90,
    pixelSizeUm: { x: 0.5, y: 0.25 },
    objectivePower: null,
  },
};

const query = new URLSearchParams(location.search);
const slide = syntheticSlide(SLIDES[query.get("slide") ?? "kidney"] ?? (SLIDES.kidney as SyntheticSlideOptions));
const host = document.querySelector<HTMLElement>("#viewer") as HTMLElement;
const bar = document.querySelector<HTMLElement>("#bar") as HTMLElement;

const viewer = createSlideViewer(host, {
  slide,
  initialView: parseViewState(query.get("view") ?? "") ?? {},
  loadTile: syntheticTileLoader(slide, Number(query.get("delay") ?? 0)),
  locale: query.get("locale") ?? "en",
  surround: query.get("surround") === "light" ? "light" : "dark",
  labels: {
    viewer: "Slide viewer",
    viewerHint: "Arrow keys move, plus and minus zoom, R turns",
    overview: "Overview",
    showOverview: "Show overview",
    hideOverview: "Hide overview",
    scaleBar: "Scale bar",
    magnification: "Magnification",
    magnificationEstimate: "Estimated from the pixel size",
    beyondNative: "Beyond the slide's own resolution",
    pointerPosition: "Pointer position",
    rotation: "Rotation",
  },
});

// For the console, and for measuring scripts.
Object.assign(window, { viewer });

let shown: readonly ShownAnnotation[] = query.has("bare") ? [] : sampleAnnotations(slide);
viewer.annotations.show(shown);

const output = document.createElement("output");
function addButton(text: string, onClick: () => void): void {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = text;
  button.addEventListener("click", () => {
    onClick();
    viewer.focus();
  });
  bar.append(button);
}
addButton("↺", () => viewer.rotateLeft());
addButton("↻", () => viewer.rotateRight());
addButton("fit", () => viewer.fit());
addButton("full", () => viewer.toggleFullscreen());
for (const typeName of DRAWN_TYPE_NAMES) addButton(typeName, () => viewer.annotations.startDrawing(typeName));
addButton("polygon, freehand", () => viewer.annotations.startDrawing("polygon", { isFreehand: true }));
addButton("edit", () => {
  if (selectedId !== null) viewer.annotations.startEditing(selectedId);
});
addButton("done", () => viewer.annotations.finishEditing());
if ((slide.planes?.channels.length ?? 0) > 0) {
  addButton("focus up", () => viewer.setPlane({ depth: viewer.getPlane().depth + 1 }));
  addButton("focus down", () => viewer.setPlane({ depth: viewer.getPlane().depth - 1 }));
  addButton("time", () => viewer.setPlane({ time: (viewer.getPlane().time + 1) % SYNTHETIC_PLANES.times }));
  for (const [channel, { name }] of SYNTHETIC_PLANES.channels.entries()) {
    addButton(name, () =>
      viewer.setChannels(
        viewer.getChannels().map((one, index) => (index === channel ? { ...one, isShown: !one.isShown } : one)),
      ),
    );
  }
}
bar.append(output);

let selectedId: ShownAnnotation["id"] | null = null;
const say = (name: string, detail: unknown): void => {
  output.textContent = `${name} ${JSON.stringify(detail)?.slice(0, 160) ?? ""}`;
};
viewer.on("view", (view) => say("view", formatViewState(view)));
viewer.on("plane", (plane) => say("plane", plane));
viewer.on("channels", (channels) => say("channels", channels));
viewer.on("select", (id) => {
  selectedId = id;
  say("select", id);
});
viewer.on("hover", (id) => say("hover", id));
viewer.on("drawingState", (state) => say("drawingState", state));
viewer.on("tileError", (failure) => say("tileError", String(failure.error)));
viewer.on("firstTile", () => {
  document.documentElement.dataset.firstTileMs = String(performance.now());
});
viewer.on("sharp", () => {
  document.documentElement.dataset.sharpMs = String(performance.now());
});
viewer.on("drawn", ({ shape, typeName, wkt, measurement }) => {
  say("drawn", { wkt, measurement });
  const title = typeName === "text" ? "New text" : "";
  shown = [...shown, { id: `draft-${shown.length}`, shape, typeName, kind: "own", title, order: null, isDraft: true }];
  viewer.annotations.show(shown);
});
viewer.on("edited", ({ id, shape, wkt }) => {
  say("edited", wkt);
  shown = shown.map(({ id: shownId, typeName, kind, title, order, ...rest }) => {
    const facts = { id: shownId, typeName, kind, title, order };
    return shownId === id ? { ...facts, shape } : { ...rest, ...facts };
  });
  viewer.annotations.show(shown);
});
