/** The drawn tissue as SVG; fills its container. */
import { memo } from "react";
import styles from "./TissuePicture.module.css";
import { drawTissueMotif } from "./tissue-motif.ts";

const SEED = 20;

export const TissuePicture = memo(function TissuePicture() {
  const { width, height, tubules, glomerulus, nuclei } = drawTissueMotif(SEED);
  return (
    <svg
      className={styles.picture}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden
      focusable="false"
    >
      <rect width={width} height={height} className={styles.stroma} />
      {tubules.map(({ outline, lumen, eosin }) => (
        <g key={outline}>
          <path d={outline} className={styles.tubule} style={{ fillOpacity: 0.45 + eosin * 0.5 }} />
          <path d={lumen} className={styles.lumen} />
        </g>
      ))}
      <path d={glomerulus.capsule} className={styles.capsule} />
      <path d={glomerulus.tuft} className={styles.tuft} />
      {glomerulus.loops.map((loop) => (
        <path key={loop} d={loop} className={styles.loop} />
      ))}
      {nuclei.map(({ x, y, radiusX, radiusY, angleDeg, darkness }) => (
        <ellipse
          key={`${x},${y}`}
          rx={radiusX.toFixed(1)}
          ry={radiusY.toFixed(1)}
          transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${angleDeg.toFixed(0)})`}
          className={styles.nucleus}
          style={{ fillOpacity: 0.62 + darkness * 0.33 }}
        />
      ))}
    </svg>
  );
});
