/** One line on standard output, for whoever started this process. */
export function printLine(line: string): void {
  process.stdout.write(`${line}\n`);
}
