/** A text as a QR code: dark on light in both colour schemes, since readers expect it. */
import encodeQr from "qr";
import styles from "./SecondFactor.module.css";

/** Light modules around the code, as readers need them. */
const MARGIN = 4;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const rows = encodeQr(text, "raw", { ecc: "medium", border: MARGIN });
  const size = rows.length;
  const path = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : []))).join("");
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}
