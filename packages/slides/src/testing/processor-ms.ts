/**
 * Processor time that this process has used, ms. For tests of what must not take long: other programs on the machine
 * do not count, as they would by the clock.
 */
export function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
