/** The modules of a QR code. */
import { correction, generate, mode } from "lean-qr";

/** Light modules around the code that scanners require. Source: ISO/IEC 18004. */
const QUIET_MODULES = 4;

interface QrModules {
  /** Modules per side, including the quiet zone. */
  readonly modules: number;
  readonly isDark: (x: number, y: number) => boolean;
  /** All dark modules as the `d` of an SVG path; one module is one unit. */
  readonly path: string;
}

const isAscii = (text: string) => [...text].every((character) => character.charCodeAt(0) < 0x80);

/**
 * @returns the smallest code with medium error correction, or better where it fits into the same size.
 * @throws Error if the text is longer than the 2,331 bytes of the largest code.
 */
export function qrModulesOf(text: string): QrModules {
  // Left to itself the library looks for the shortest mixture of modes, and the first code takes six times as long.
  // UTF-8 is marked in the code, which not every reader understands; ASCII needs no mark.
  const { size, get } = generate(isAscii(text) ? mode.ascii(text) : mode.utf8(text), {
    minCorrectionLevel: correction.M,
  });
  const modules = size + 2 * QUIET_MODULES;
  const isDark = (x: number, y: number) => get(x - QUIET_MODULES, y - QUIET_MODULES);
  const numbers = Array.from({ length: modules }, (_, number) => number);
  const dark = numbers.flatMap((y) => numbers.flatMap((x) => (isDark(x, y) ? [`M${x} ${y}h1v1h-1z`] : [])));
  return { modules, isDark, path: dark.join("") };
}
