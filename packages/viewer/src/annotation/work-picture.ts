/** The picture of what is being drawn or changed, above everything else: shape, handles, live measurement. */
import type { AnnotationTypeName } from "@parfocal/core/annotation/annotation-types.ts";
import type { Shape } from "@parfocal/core/geometry/shape.ts";
import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import Feature from "ol/Feature.js";
import VectorLayer from "ol/layer/Vector.js";
import type OpenLayersMap from "ol/Map.js";
import VectorSource from "ol/source/Vector.js";
import CircleStyle from "ol/style/Circle.js";
import Fill from "ol/style/Fill.js";
import RegularShape from "ol/style/RegularShape.js";
import Stroke from "ol/style/Stroke.js";
import Style from "ol/style/Style.js";
import Text from "ol/style/Text.js";
import { geometryOfShape, pointGeometry } from "../world/shape-geometry.ts";
import { arrowHead, isPointShape, KIND_LOOKS } from "./annotation-styles.ts";
import type { Handle } from "./shape-editing.ts";
import { MEASUREMENT_STROKE_WIDTH_PX } from "./work-style.ts";

const COLOR = KIND_LOOKS.own.color;
const HALO = "rgb(255 255 255 / 90%)";

export interface WorkContent {
  readonly shape: Shape | null;
  readonly typeName: AnnotationTypeName;
  readonly handles: readonly Handle[];
  /** Handle last touched. */
  readonly activeHandle: Handle | null;
  /** Written beside `labelAt`; null: none. */
  readonly label: string | null;
  readonly labelAt: SlidePoint | null;
}

export interface WorkPicture {
  /** null: nothing is being drawn or changed. */
  show(content: WorkContent | null): void;
  destroy(): void;
}

function shapeStyles({ shape, typeName }: WorkContent): Style[] {
  if (shape && isPointShape(shape)) {
    return [
      new Style({
        image: new CircleStyle({
          radius: 6,
          fill: new Fill({ color: COLOR }),
          stroke: new Stroke({ color: "#fff", width: 2 }),
        }),
      }),
    ];
  }
  const styles = [
    new Style({
      stroke: new Stroke({ color: HALO, width: MEASUREMENT_STROKE_WIDTH_PX + 2.5 }),
      fill: new Fill({ color: "rgb(200 68 122 / 10%)" }),
    }),
    new Style({ stroke: new Stroke({ color: COLOR, width: MEASUREMENT_STROKE_WIDTH_PX }) }),
  ];
  return typeName === "arrow" && shape?.kind === "line" ? [...styles, ...arrowHead(shape.path, COLOR, 11)] : styles;
}

const HANDLE_IMAGES: Readonly<Record<Handle["kind"], (isActive: boolean) => RegularShape>> = {
  vertex: (isActive) =>
    new CircleStyle({
      radius: isActive ? 6.5 : 5.5,
      fill: new Fill({ color: isActive ? COLOR : "#fff" }),
      stroke: new Stroke({ color: isActive ? "#fff" : COLOR, width: 2 }),
    }),
  middle: () =>
    new CircleStyle({
      radius: 3.5,
      fill: new Fill({ color: "rgb(255 255 255 / 75%)" }),
      stroke: new Stroke({ color: COLOR, width: 1 }),
    }),
  corner: (isActive) =>
    new RegularShape({
      points: 4,
      angle: Math.PI / 4,
      radius: isActive ? 9 : 8,
      fill: new Fill({ color: isActive ? COLOR : "#fff" }),
      stroke: new Stroke({ color: isActive ? "#fff" : COLOR, width: 2 }),
    }),
};

function isSameHandle(a: Handle, b: Handle | null): boolean {
  return b !== null && a.kind === b.kind && a.at[0] === b.at[0] && a.at[1] === b.at[1];
}

function labelStyle(label: string): Style {
  return new Style({
    text: new Text({
      text: label,
      font: '600 13px system-ui, "Inter", sans-serif',
      textAlign: "left",
      offsetX: 18,
      offsetY: 18,
      overflow: true,
      fill: new Fill({ color: "#fff" }),
      backgroundFill: new Fill({ color: "rgb(28 28 30 / 92%)" }),
      padding: [4, 8, 3, 8],
    }),
    zIndex: 5,
  });
}

export function createWorkPicture(map: OpenLayersMap): WorkPicture {
  const source = new VectorSource<Feature>({ wrapX: false });
  const layer = new VectorLayer({
    source,
    updateWhileAnimating: true,
    updateWhileInteracting: true,
    className: "slide-viewer-annotations",
    zIndex: 2,
  });
  map.addLayer(layer);

  return {
    show(content) {
      const features: Feature[] = [];
      if (content?.shape) {
        const feature = new Feature(geometryOfShape(content.shape));
        feature.setStyle(shapeStyles(content));
        features.push(feature);
      }
      for (const handle of content?.handles ?? []) {
        const feature = new Feature(pointGeometry(handle.at));
        feature.setStyle(
          new Style({
            image: HANDLE_IMAGES[handle.kind](isSameHandle(handle, content?.activeHandle ?? null)),
            zIndex: 4,
          }),
        );
        features.push(feature);
      }
      if (content?.label && content.labelAt) {
        const feature = new Feature(pointGeometry(content.labelAt));
        feature.setStyle(labelStyle(content.label));
        features.push(feature);
      }
      source.clear(true);
      source.addFeatures(features);
    },
    destroy() {
      map.removeLayer(layer);
      layer.dispose();
      source.dispose();
    },
  };
}
