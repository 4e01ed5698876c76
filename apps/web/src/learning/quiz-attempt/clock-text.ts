/** Remaining time as text. */
const SECONDS_PER_MINUTE = 60;
const SECONDS_PER_HOUR = 3_600;

const twoDigits = (value: number): string => String(value).padStart(2, "0");

/** @param remainingS whole seconds. @returns `4:05`, from one hour `1:04:05`. */
export function clockText(remainingS: number): string {
  const hours = Math.floor(remainingS / SECONDS_PER_HOUR);
  const minutes = Math.floor((remainingS % SECONDS_PER_HOUR) / SECONDS_PER_MINUTE);
  const seconds = twoDigits(remainingS % SECONDS_PER_MINUTE);
  return hours > 0 ? `${hours}:${twoDigits(minutes)}:${seconds}` : `${minutes}:${seconds}`;
}

/** The last threshold passed, in seconds; null: none yet. @param thresholdsS descending. */
export function passedWarning(remainingS: number, thresholdsS: readonly number[]): number | null {
  return thresholdsS.findLast((threshold) => remainingS <= threshold) ?? null;
}
