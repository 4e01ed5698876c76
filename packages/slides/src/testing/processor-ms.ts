/**
 * Processor time that this process has used, in ms. For tests of durations: other programs on the machine do not count,
 * as they would with wall-clock time.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
