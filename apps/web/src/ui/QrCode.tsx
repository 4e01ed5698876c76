/** Text as a QR code: dark on light in both colour schemes, as scanners expect it. */
import { useMemo } from "react";
import styles from "./QrCode.module.css";
import { qrModulesOf } from "./qr-modules.ts";

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** Width on a screen with enough room, in CSS px; default: 280. */
  readonly sizePx?: number;
}

export function QrCode({ text, label, sizePx }: QrCodeProps) {
  const { modules, path } = useMemo(() => qrModulesOf(text), [text]);
  return (
    <svg
      className={styles.qr}
      style={sizePx === undefined ? undefined : { maxWidth: sizePx, width: "100%" }}
      role="img"
      aria-label={label}
      viewBox={`0 0 ${modules} ${modules}`}
      shapeRendering="crispEdges"
    >
      <rect className={styles.ground} width={modules} height={modules} />
      <path className={styles.ink} d={path} />
    </svg>
  );
}
