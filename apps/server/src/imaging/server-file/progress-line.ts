/** Shows the progress of a long task in one line of a terminal; silent if the output is not a terminal. */

interface ProgressLine {
  /** @param share of the whole task, 0 to 1. */
  show(share: number, text: string): void;
  /** Clears the line before other output. */
  clear(): void;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR_CHARACTERS = 20;
const REDRAW_MS = 100;
const CLEAR_LINE = "\r\u001b[K";

/** @param clockMs a monotonic clock. */
export function createProgressLine(terminal: Terminal, clockMs: () => number): ProgressLine {
  let shownAtMs = Number.NEGATIVE_INFINITY;
  if (terminal.isTTY !== true) return { show: () => {}, clear: () => {} };
  return {
    show(share, text) {
      const now = clockMs();
      if (now - shownAtMs < REDRAW_MS) return;
      shownAtMs = now;
      const full = Math.round(Math.min(1, Math.max(0, share)) * BAR_CHARACTERS);
      const percent = `${Math.floor(share * 100)} %`.padStart(5);
      const line = `[${"#".repeat(full)}${".".repeat(BAR_CHARACTERS - full)}] ${percent}  ${text}`;
      terminal.write(CLEAR_LINE + line.slice(0, (terminal.columns ?? 80) - 1));
    },
    clear() {
      shownAtMs = Number.NEGATIVE_INFINITY;
      terminal.write(CLEAR_LINE);
    },
  };
}
