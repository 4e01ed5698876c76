/** One line on standard output, for the person at the console. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
