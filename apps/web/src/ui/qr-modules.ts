/** The modules of a QR code. */
import encodeQr from "qr";

/** Light modules around the code that scanners require. Source: ISO/IEC 18004. */
const QUIET_MODULES = 4;

interface QrModules {
  /** Modules per side, including the quiet zone. */
  readonly modules: number;
  readonly isDark: (x: number, y: number) => boolean;
  /** All dark modules as the `d` of an SVG path; one module is one unit. */
  readonly path: string;
}

export function qrModulesOf(text: string): QrModules {
  const rows = encodeQr(text, "raw", { ecc: "medium", border: QUIET_MODULES });
  const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { modules: rows.length, isDark: (x, y) => rows[y]?.[x] ?? false, path: dark.join("") };
}
