/** A text as a QR code: dark on light in both colour schemes, since readers expect it. */
import encodeQr from "qr";
import { useMemo } from "react";
import styles from "./QrCode.module.css";

/** Light modules around the code that readers need. Source: ISO/IEC 18004. */
const QUIET_MODULES = 4;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** Width on a screen that has room for it, in CSS px; left out: 280. */
  readonly sizePx?: number;
}

export function QrCode({ text, label, sizePx }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const rows = encodeQr(text, "raw", { ecc: "medium", border: QUIET_MODULES });
    const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size: rows.length, path: dark.join("") };
  }, [text]);
  return (
    <svg
      className={styles.qr}
      style={sizePx === undefined ? undefined : { maxWidth: sizePx, width: "100%" }}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect className={styles.ground} width={size} height={size} />
      <path className={styles.ink} d={path} />
    </svg>
  );
}
