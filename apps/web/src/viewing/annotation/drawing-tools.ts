/** The annotator's tools, in the order of its palette: key and icon of each. */
import {
  type AnnotationTypeName,
  annotationTypeOf,
  type DrawnTypeName,
} from "@parfocal/core/annotation/annotation-types.ts";
import {
  type Icon,
  IconArrowUpRight,
  IconLasso,
  IconLine,
  IconOvalVertical,
  IconPhoto,
  IconPointFilled,
  IconPolygon,
  IconRectangle,
  IconTypography,
} from "@tabler/icons-react";

export const TYPE_ICONS = {
  image: IconPhoto,
  "bound-point": IconPointFilled,
  point: IconPointFilled,
  text: IconTypography,
  line: IconLine,
  arrow: IconArrowUpRight,
  polygon: IconPolygon,
  rectangle: IconRectangle,
  ellipse: IconOvalVertical,
  freehand: IconLasso,
} as const satisfies Record<AnnotationTypeName, Icon>;

/** Keys while the annotator is open; they do not conflict with those of the viewer or the page. */
export const TOOL_KEYS = {
  point: "P",
  text: "T",
  line: "L",
  arrow: "W",
  polygon: "G",
  rectangle: "Q",
  ellipse: "E",
  freehand: "D",
} as const satisfies Record<DrawnTypeName, string>;

export const FREEHAND_KEY = "Shift+D";
export const CONTINUOUS_KEY = "Shift+C";
export const QUICK_KEY = "Shift+Q";
export const BRUSH_KEY = "Shift+P";

/** e.g. `typePolygon`: key of the type's name among the texts. */
export function typeTextKey<Name extends AnnotationTypeName>(name: Name): `type${Capitalize<Name>}` {
  return `type${name.charAt(0).toUpperCase()}${name.slice(1)}` as `type${Capitalize<Name>}`;
}

/** Types that cannot be drawn here are edited as the type they resemble. */
export function drawnTypeNameOf(typeId: number): DrawnTypeName {
  const name = annotationTypeOf(typeId)?.name;
  return name === undefined || name === "image" || name === "bound-point" ? "point" : name;
}
