/** Reads the command line of experiments and reports their results. */

/** @returns the number after `--name`. */
export function numberFromCommandLine(name: string, otherwise: number): number {
  const index = process.argv.indexOf(`--${name}`);
  if (index < 0) return otherwise;
  const value = Number(process.argv[index + 1]);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} needs a whole number from 1 on.`);
  return value;
}

/** @returns the word after `--name`, one of `choices`; default: the first of them. */
export function choiceFromCommandLine<Choice extends string>(
  name: string,
  choices: readonly [Choice, ...Choice[]],
): Choice {
  const index = process.argv.indexOf(`--${name}`);
  const value = index < 0 ? choices[0] : process.argv[index + 1];
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw new Error(`--${name} needs one of: ${choices.join(", ")}.`);
  return choice;
}

/** Nearest rank; NaN without values. @param share from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

const SHOWN_FAULTS = 20;

export function printFaults(faults: readonly string[]): void {
  for (const fault of faults.slice(0, SHOWN_FAULTS)) process.stdout.write(`${fault}\n`);
}

/** Prints the last line of an experiment; a failure sets the exit status. */
export function printResult(
  check: string,
  hasPassed: boolean,
  figures: Readonly<Record<string, string | number>>,
): void {
  const text = Object.entries(figures)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
  process.stdout.write(`${hasPassed ? "PASS" : "FAIL"} ${check} ${text}\n`);
  if (!hasPassed) process.exitCode = 1;
}

/** Ends the process if an experiment does not finish in time. */
export function endWithin(ms: number): void {
  setTimeout(() => {
    process.stdout.write(`FAIL did not finish within ${ms / 1000} s\n`);
    process.exit(1);
  }, ms).unref();
}
