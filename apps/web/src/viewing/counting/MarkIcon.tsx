import type { TallyForm } from "@parfocal/core/counting/tally.ts";

/** In a box of 20 by 20. */
const OUTLINES: Readonly<Record<Exclude<TallyForm, "circle">, string>> = {
  square: "4,4 16,4 16,16 4,16",
  triangle: "10,2.5 17.5,16 2.5,16",
  diamond: "10,1.5 18.5,10 10,18.5 1.5,10",
  hexagon: "10,2 17,6 17,14 10,18 3,14 3,6",
};

/** A mark as drawn on the slide. */
export function MarkIcon({ form, color }: { readonly form: TallyForm; readonly color: string }) {
  const look = { fill: color, stroke: "#fff", strokeWidth: 1.5 };
  return (
    <svg width={20} height={20} viewBox="0 0 20 20" aria-hidden="true">
      {form === "circle" ? <circle cx={10} cy={10} r={7} {...look} /> : <polygon points={OUTLINES[form]} {...look} />}
    </svg>
  );
}
