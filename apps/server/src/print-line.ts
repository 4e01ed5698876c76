/** Prints one line on standard output, for the user at the console. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
