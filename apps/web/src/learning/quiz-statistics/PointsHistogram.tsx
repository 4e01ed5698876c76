/** Number of learners by share of points: bars, and the same as a list for screen readers. */
import { VisuallyHidden } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./QuizStatistics.module.css";
import { useFigureText } from "./useFigureText.ts";

/** Width of the drawing, in its own units. */
const WIDTH = 100;
const HEIGHT = 40;
const GAP = 1;
const PERCENT = 100;
/** Ticks of the axis, %. */
const AXIS = [0, 50, PERCENT];

export function PointsHistogram({ histogram }: { readonly histogram: readonly number[] }) {
  const { t } = useTranslation();
  const text = useFigureText();
  const most = Math.max(1, ...histogram);
  const width = WIDTH / histogram.length;
  const percentAt = (place: number) => Math.round((PERCENT * place) / histogram.length);
  return (
    <figure className={styles.histogram}>
      <figcaption className={styles.hint}>{t("quizStatistics.histogramText")}</figcaption>
      <div className={styles.bars} aria-hidden>
        {histogram.map((count, place) => (
          <span key={percentAt(place)} className={styles.barNumber}>
            {count > 0 ? count : ""}
          </span>
        ))}
      </div>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={styles.drawing} aria-hidden>
        {histogram.map((count, place) => {
          const height = (count / most) * HEIGHT;
          return (
            <rect
              key={percentAt(place)}
              x={place * width + GAP / 2}
              y={HEIGHT - height}
              width={width - GAP}
              height={height}
              className={styles.bar}
            />
          );
        })}
      </svg>
      <div className={styles.axis} aria-hidden>
        {AXIS.map((percent) => (
          <span key={percent}>{text.percent(percent)}</span>
        ))}
      </div>
      <VisuallyHidden>
        <ul>
          {histogram.map((count, place) => (
            <li key={percentAt(place)}>
              {t("quizStatistics.classText", { count, from: percentAt(place), to: percentAt(place + 1) })}
            </li>
          ))}
        </ul>
      </VisuallyHidden>
    </figure>
  );
}
