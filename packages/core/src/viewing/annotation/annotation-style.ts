/**
 * A person's display settings for annotations. Line and mark always show the author kind, so it never depends on colour
 * alone.
 */
import { fieldsOf } from "../../platform/json-fields.ts";
import { DRAWN_TYPE_NAMES, type DrawnTypeName } from "./annotation-types.ts";

export interface TypeStyle {
  /** `#rrggbb`; null: by author kind. */
  readonly color: string | null;
  readonly isFilled: boolean;
}

export interface AnnotationStyle {
  readonly ofType: Readonly<Record<DrawnTypeName, TypeStyle>>;
  /** Opacity of lines, marks and fills in percent. */
  readonly opacityPercent: number;
  /** Width of a line that is neither hovered nor selected, CSS px. */
  readonly strokeWidthPx: number;
  /** Whether titles are always shown beside the shapes; otherwise only on hover and selection. */
  readonly areLabelsShown: boolean;
  readonly areNumbersShown: boolean;
}

export const OPACITY_PERCENT = { min: 20, max: 100, step: 5 } as const;
export const STROKE_WIDTH_PX = { min: 1, max: 6, step: 0.25 } as const;

const PLAIN_TYPE: TypeStyle = { color: null, isFilled: true };

export const DEFAULT_ANNOTATION_STYLE: AnnotationStyle = {
  ofType: Object.fromEntries(DRAWN_TYPE_NAMES.map((name) => [name, PLAIN_TYPE])) as Record<DrawnTypeName, TypeStyle>,
  opacityPercent: 100,
  strokeWidthPx: 2.25,
  areLabelsShown: false,
  areNumbersShown: true,
};

const HEX_COLOR = /^#[0-9a-f]{6}$/;

function within(value: unknown, { min, max }: { readonly min: number; readonly max: number }, otherwise: number) {
  return typeof value === "number" && Number.isFinite(value) ? Math.min(max, Math.max(min, value)) : otherwise;
}

const asSwitch = (value: unknown, otherwise: boolean): boolean => (typeof value === "boolean" ? value : otherwise);

/** Parses stored settings; unreadable values get their default. */
export function readAnnotationStyle(stored: unknown): AnnotationStyle {
  const { ofType, opacityPercent, strokeWidthPx, areLabelsShown, areNumbersShown } = fieldsOf(stored);
  const otherwise = DEFAULT_ANNOTATION_STYLE;
  const types = DRAWN_TYPE_NAMES.map((name) => {
    const { color, isFilled } = fieldsOf(fieldsOf(ofType)[name]);
    const isColor = typeof color === "string" && HEX_COLOR.test(color);
    return [name, { color: isColor ? color : null, isFilled: asSwitch(isFilled, PLAIN_TYPE.isFilled) }] as const;
  });
  return {
    ofType: Object.fromEntries(types) as Record<DrawnTypeName, TypeStyle>,
    opacityPercent: within(opacityPercent, OPACITY_PERCENT, otherwise.opacityPercent),
    strokeWidthPx: within(strokeWidthPx, STROKE_WIDTH_PX, otherwise.strokeWidthPx),
    areLabelsShown: asSwitch(areLabelsShown, otherwise.areLabelsShown),
    areNumbersShown: asSwitch(areNumbersShown, otherwise.areNumbersShown),
  };
}
