/**
 * All experiments, in three sizes:
 *
 * - full, for a release (`npm run lab`);
 * - quick, two at a time, all in at most 5 minutes (`npm run lab -- --quick`);
 * - short, a few seconds each, in every test run, so that no breakage goes unnoticed.
 */

export interface Experiment {
  /** Name of its file in this folder, without `.ts`. */
  readonly name: string;
  /** The verified requirement. Source: reliability.md. */
  readonly proves: string;
  /** Command line of each size; null: this size does not exist. */
  readonly full: readonly string[];
  readonly quick: readonly string[] | null;
  readonly short: readonly string[] | null;
}

export const EXPERIMENTS: readonly Experiment[] = [
  { name: "kill-server", proves: "REL-01", full: [], quick: ["--cycles", "5"], short: ["--cycles", "1"] },
  { name: "kill-database", proves: "REL-02", full: [], quick: ["--cycles", "3"], short: ["--cycles", "1"] },
  {
    name: "kill-upload",
    proves: "REL-03",
    full: [],
    quick: ["--cycles", "4"],
    short: ["--cycles", "1", "--kills-a-file", "1"],
  },
  { name: "kill-conversion", proves: "REL-03", full: [], quick: ["--cycles", "2"], short: ["--cycles", "1"] },
  {
    name: "kill-analysis",
    proves: "resumed cell analysis",
    full: [],
    quick: ["--cycles", "2", "--tiles", "5", "--height", "256"],
    short: ["--cycles", "1", "--tiles", "4", "--height", "256"],
  },
  {
    name: "kill-stages",
    proves: "REL-03",
    full: [],
    quick: ["--only", "strips: "],
    short: ["--only", "strips: described, not yet committed"],
  },
  {
    name: "two-nodes",
    proves: "several servers of one installation",
    full: [],
    quick: ["--kills", "4", "--learners", "20"],
    short: null,
  },
  {
    name: "two-nodes-s3",
    proves: "several servers that share only PostgreSQL and an S3 store",
    full: [],
    quick: ["--kills", "2", "--learners", "10"],
    short: null,
  },
  {
    name: "two-nodes-apart",
    proves: "several servers on machines of their own, cut off and back",
    full: [],
    quick: null,
    short: null,
  },
  { name: "backup-restore", proves: "REL-21", full: [], quick: ["--cycles", "1"], short: null },
  { name: "files-in-s3", proves: "slides in an S3 store", full: [], quick: null, short: null },
  { name: "s3-backup", proves: "backups in an S3 store", full: [], quick: null, short: null },
  { name: "kill-migrations", proves: "REL-22", full: [], quick: ["--kills", "3"], short: ["--kills", "1"] },
  { name: "disk-full", proves: "REL-06", full: [], quick: ["--rounds", "2"], short: ["--rounds", "1"] },
  {
    name: "database-disk-full",
    proves: "REL-05",
    full: [],
    quick: ["--rounds", "2", "--seconds", "3"],
    short: null,
  },
  { name: "database-line", proves: "REL-08", full: [], quick: ["--faults", "1"], short: null },
  { name: "failing-writes", proves: "REL-07", full: [], quick: ["--calls", "6"], short: null },
  {
    name: "order-of-writes",
    proves: "REL-04",
    full: [],
    quick: ["--chunks", "10", "--answers", "10"],
    short: null,
  },
  {
    name: "stop-under-load",
    proves: "REL-23",
    full: [],
    quick: ["--stops", "3", "--learners", "20"],
    short: null,
  },
  { name: "soak", proves: "REL-20", full: [], quick: ["--minutes", "1", "--learners", "20"], short: null },
  {
    name: "redeem-codes",
    proves: "REL-12",
    full: [],
    quick: ["--codes", "10", "--people", "50", "--kills", "2"],
    short: ["--codes", "2", "--people", "20", "--kills", "1"],
  },
  {
    name: "sit-exam",
    proves: "REL-09 REL-10",
    full: [],
    quick: ["--learners", "100", "--saves", "10", "--seconds", "10", "--kills", "2"],
    short: ["--learners", "20", "--saves", "3", "--seconds", "2", "--kills", "1"],
  },
  {
    name: "race-attempts",
    proves: "REL-13",
    full: [],
    quick: ["--learners", "50"],
    short: ["--learners", "5"],
  },
  {
    name: "overdue-attempts",
    proves: "REL-17",
    full: [],
    quick: ["--attempts", "500"],
    short: ["--attempts", "40", "--grace", "1"],
  },
  { name: "clock-steps", proves: "REL-16", full: [], quick: null, short: null },
  {
    name: "tree-races",
    proves: "REL-14",
    full: [],
    quick: ["--operations", "500", "--kills", "2"],
    short: ["--operations", "60", "--kills", "1"],
  },
  {
    name: "guess-codes",
    proves: "SEC-05",
    full: [],
    quick: ["--guesses", "2000", "--times", "200"],
    short: ["--codes", "10000", "--guesses", "100", "--times", "40"],
  },
  { name: "postgres-15", proves: "own database", full: [], quick: [], short: [] },
  { name: "hostile-zips", proves: "SEC-09", full: [], quick: [], short: ["--every", "6"] },
  { name: "hostile-files", proves: "SEC-10", full: [], quick: ["NDPI"], short: ["measure NaN"] },
  { name: "damaged-files", proves: "SEC-10", full: [], quick: ["--count", "300"], short: ["--count", "30"] },
  { name: "hostile-paths", proves: "SEC-14", full: [], quick: [], short: [] },
  { name: "hostile-uploads", proves: "SEC-15", full: [], quick: [], short: ["called a"] },
  { name: "fuzz", proves: "SEC-18", full: [], quick: ["--quick"], short: ["--quick", "--only", "/v2/note"] },
];
