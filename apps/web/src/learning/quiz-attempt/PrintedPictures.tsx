/** Images of a slide for printing: marks with solid lines and numbers, solutions with dashed lines. */
import type { TracedShape } from "@parfocal/viewer/capture/shape-tracing.ts";
import styles from "./AnswersPrint.module.css";
import { PICTURE_HEIGHT_PX, PICTURE_WIDTH_PX } from "./picture-size.ts";
import type { SlidePicture } from "./slide-picture.ts";

const POINT_RADIUS_PX = 9;

export function PrintedPictures({ pictures }: { readonly pictures: readonly SlidePicture[] }) {
  return pictures.map(({ url, marks, regions }) => (
    <div key={url} className={styles.picture} data-printed-slide="">
      <img src={url} alt="" />
      <svg viewBox={`0 0 ${PICTURE_WIDTH_PX} ${PICTURE_HEIGHT_PX}`} aria-hidden>
        {regions.map((shape, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing is reordered
          <Traced key={place} shape={shape} className={styles.region ?? ""} label={null} />
        ))}
        {marks.map((shape, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: nothing is reordered
          <Traced key={place} shape={shape} className={styles.mark ?? ""} label={String(place + 1)} />
        ))}
      </svg>
    </div>
  ));
}

interface TracedProps {
  readonly shape: TracedShape;
  readonly className: string;
  readonly label: string | null;
}

function Traced({ shape: { path, points }, className, label }: TracedProps) {
  const start = /^M(\S+) (-?[\d.]+)/.exec(path);
  const [x, y] = points[0] ?? [Number(start?.[1] ?? 0), Number(start?.[2] ?? 0)];
  return (
    <>
      {[styles.outline, className].map((each) => (
        <g key={each} className={each}>
          {path !== "" && <path d={path} />}
          {points.map(([left, top]) => (
            <circle key={`${left},${top}`} cx={left} cy={top} r={POINT_RADIUS_PX} />
          ))}
        </g>
      ))}
      {label !== null && (
        <text x={x + 12} y={y - 10} className={styles.number}>
          {label}
        </text>
      )}
    </>
  );
}
