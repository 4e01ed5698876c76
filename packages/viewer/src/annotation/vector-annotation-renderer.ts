import type { SlidePoint } from "@parfocal/core/geometry/slide-point.ts";
import Feature from "ol/Feature.js";
import VectorLayer from "ol/layer/Vector.js";
import type OpenLayersMap from "ol/Map.js";
import VectorSource from "ol/source/Vector.js";
import type { AnnotationId } from "../events/viewer-events.ts";
import { radiansOf } from "../rotation/rotation.ts";
import { geometryOfShape } from "../world/shape-geometry.ts";
import { worldExtentOfBounds } from "../world/world.ts";
import type { AnnotationRenderer, DrawableAnnotation } from "./annotation-renderer.ts";
import {
  annotationStyles,
  BADGE_REACH_PX,
  badgeOffsetPx,
  badgePlace,
  isPointShape,
  POINT_REACH_PX,
} from "./annotation-styles.ts";
import { HOVER_TOLERANCE_PX, nearestShape } from "./shape-distance.ts";

/** Labels and marks reach this far beyond a shape, px. */
const RENDER_BUFFER_PX = 240;
/** From this many annotations on, each is drawn with less. */
const CROWD_FROM = 500;
/** How far from its place an annotation's number may stand, px. */
const BADGE_SEARCH_PX = 36;

/** Annotations as features of the map: right for up to some thousands. */
export function createVectorAnnotationRenderer(map: OpenLayersMap): AnnotationRenderer {
  const source = new VectorSource<Feature>({ wrapX: false });
  const layer = new VectorLayer({
    source,
    renderBuffer: RENDER_BUFFER_PX,
    className: "slide-viewer-annotations",
    zIndex: 1,
  });
  map.addLayer(layer);
  const shown = new Map<AnnotationId, { readonly annotation: DrawableAnnotation; readonly feature: Feature }>();
  const state: { selected: AnnotationId | null; hovered: AnnotationId | null; omitted: AnnotationId | null } = {
    selected: null,
    hovered: null,
    omitted: null,
  };

  const restyle = (id: AnnotationId | null): void => {
    const entry = id === null ? undefined : shown.get(id);
    if (!entry || id === null) return;
    const look = {
      ...entry.annotation,
      isHovered: state.hovered === id,
      isSelected: state.selected === id,
      isInCrowd: shown.size > CROWD_FROM,
    };
    entry.feature.setStyle(state.omitted === id ? [] : annotationStyles(look));
  };
  const change = (name: keyof typeof state, id: AnnotationId | null): void => {
    const before = state[name];
    if (before === id) return;
    state[name] = id;
    restyle(before);
    restyle(id);
  };

  return {
    setAnnotations(annotations) {
      source.clear(true);
      shown.clear();
      for (const annotation of annotations) {
        const feature = new Feature(geometryOfShape(annotation.shape));
        feature.setId(annotation.id);
        shown.set(annotation.id, { annotation, feature });
      }
      for (const id of shown.keys()) restyle(id);
      source.addFeatures([...shown.values()].map(({ feature }) => feature));
    },
    annotation: (id) => shown.get(id)?.annotation,
    setSelected: (id) => change("selected", id),
    setHovered: (id) => change("hovered", id),
    setOmitted: (id) => change("omitted", id),
    setVisible: (isVisible) => layer.setVisible(isVisible),
    annotationAt([x, y], { resolution, turnDeg }) {
      if (!layer.getVisible()) return null;
      const around = BADGE_SEARCH_PX * resolution;
      const extent = worldExtentOfBounds({ minX: x - around, minY: y - around, maxX: x + around, maxY: y + around });
      const candidates = source
        .getFeaturesInExtent(extent)
        .flatMap((feature) => shown.get(feature.getId() as AnnotationId)?.annotation ?? [])
        .filter(({ id }) => id !== state.omitted);
      const angle = radiansOf(turnDeg);
      const onBadge = candidates.findLast((candidate) => {
        const { shape, order } = candidate;
        if (order === null) return false;
        const [placeX, placeY] = badgePlace(candidate);
        const [offsetX, offsetY] = badgeOffsetPx(shape);
        const badgeX = placeX + (offsetX * Math.cos(angle) + offsetY * Math.sin(angle)) * resolution;
        const badgeY = placeY + (offsetY * Math.cos(angle) - offsetX * Math.sin(angle)) * resolution;
        return Math.hypot(x - badgeX, y - badgeY) <= BADGE_REACH_PX * resolution;
      });
      if (onBadge) return onBadge.id;
      const point: SlidePoint = [x, y];
      const points = candidates.filter(({ shape }) => isPointShape(shape));
      const onPoint = nearestShape(points, point, (HOVER_TOLERANCE_PX + POINT_REACH_PX) * resolution);
      if (onPoint !== null) return onPoint;
      const lines = candidates.filter(({ shape }) => !isPointShape(shape));
      return nearestShape(lines, point, HOVER_TOLERANCE_PX * resolution);
    },
    destroy() {
      map.removeLayer(layer);
      layer.dispose();
      source.dispose();
    },
  };
}
