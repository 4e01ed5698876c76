/**
 * How a person wants annotations to look. Whose an annotation is, is told by its line and mark whatever the colours are;
 * colour alone never tells.
 */
import { DRAWN_TYPE_NAMES, type DrawnTypeName } from "./annotation-types.ts";

export interface TypeStyle {
  /** `#rrggbb`; null: the colour of whose it is. */
  readonly color: string | null;
  readonly isFilled: boolean;
}

export interface AnnotationStyle {
  readonly ofType: Readonly<Record<DrawnTypeName, TypeStyle>>;
  /** Of lines, marks and fillings, per cent. */
  readonly opacityPercent: number;
  /** Of a line at rest, CSS px. */
  readonly strokeWidthPx: number;
  /** Titles beside the shapes, always instead of only where one is hovered or chosen. */
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
const asRecord = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

/** Reads what a browser kept; whatever cannot be read is as it is without. */
export function readAnnotationStyle(kept: unknown): AnnotationStyle {
  const { ofType, opacityPercent, strokeWidthPx, areLabelsShown, areNumbersShown } = asRecord(kept);
  const otherwise = DEFAULT_ANNOTATION_STYLE;
  const types = DRAWN_TYPE_NAMES.map((name) => {
    const { color, isFilled } = asRecord(asRecord(ofType)[name]);
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
