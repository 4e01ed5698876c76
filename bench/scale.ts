/**
 * From measured unit costs to machines, connections, storage and money: prints the tables of docs/scale.md. It does not
 * measure anything.
 *
 * Usage: node bench/scale.ts
 *
 * `scripts/scale-tables.test.ts` compares the tables with the document, and the sources with bench/README.md. Change a
 * constant here for another institution's prices or habits.
 */
import { fileURLToPath } from "node:url";

interface Unit {
  readonly value: number;
  /** Text in the file that contains the figure. */
  readonly source: string;
  readonly file: string;
}
const README = "bench/README.md";

/** Measured on two shared cores. Processor time unless the name says otherwise. */
export const UNITS = {
  tileUs: { value: 186, source: "Parfocal, the same, 2 workers | 186", file: README },
  saveServerMs: { value: 2.0, source: "save an answer 2.0 / 1.5 ms", file: README },
  saveDatabaseMs: { value: 1.5, source: "save an answer 2.0 / 1.5 ms", file: README },
  timeServerMs: { value: 0.9, source: "ask for the time 0.90 / 0.47", file: README },
  timeDatabaseMs: { value: 0.47, source: "ask for the time 0.90 / 0.47", file: README },
  readServerMs: { value: 2.3, source: "read a quiz 2.3 / 2.0", file: README },
  readDatabaseMs: { value: 2.0, source: "read a quiz 2.3 / 2.0", file: README },
  /** A word, 5,000 documents: 4.2 units of 7 ms, all of it the database's. */
  searchDatabaseMs: { value: 29, source: "| a word, 2 % | 5.6 | 4.2 |", file: README },
  /** First visit of a slide's page, kB on the wire. */
  pageKb: { value: 933, source: "458, 933, 638 kB", file: README },
  /** Server and database with 1,000 slides. */
  memoryMb: { value: 187, source: "| 187 MB |", file: README },
  /** The server in an exam of 1,000. */
  examMemoryMb: { value: 596, source: "596 / 424 MB", file: README },
  /** Reading, hashing, encrypting and writing a file of a backup, per MiB. */
  backupMsPerMib: {
    value: 4.6,
    source: "4.6 ms of processor per MiB",
    file: "docs/decisions/0131-encrypted-backups.md",
  },
} as const satisfies Record<string, Unit>;

/** Not measured: usage, and properties of a slide. */
export const ASSUMED = {
  /** Share of all learners who view slides in the busiest hour. */
  viewingShare: 0.05,
  /** Per viewer: a move every 8 s requests 24 tiles. */
  tilesPerSecond: 3,
  callsPerSecond: 0.2,
  searchesPerSecond: 0.005,
  /** Share of viewers who open their first page within the same five minutes. */
  startingShare: 0.5,
  startingSeconds: 300,
  /** In an exam: one answer every 30 s, the time requested every 3 s as in REL-09. */
  savesPerSecond: 1 / 30,
  timesPerSecond: 1 / 3,
  /**
   * CMU-1-Small-Region (Aperio, JPEG): 9.8 kB per tile of 240 px, 0.29 MB per megapixel; 15 × 15 mm at 0.25 µm are then
   * 1 GB.
   */
  tileKb: 9.8,
  slideGb: 1,
  /** Planned utilization of processors and connections in that hour. */
  utilisation: 0.5,
  backupCopies: 1,
  /** Per month, in euros: processor core with 4 GB of memory, terabyte of disk with redundancy. */
  coreEuros: 15,
  terabyteEuros: 10,
} as const;

interface Institution {
  readonly learners: number;
  /** Learners in exams at the same time, within the busiest hour. */
  readonly examinees: number;
}
const INSTITUTIONS: readonly Institution[] = [
  { learners: 1_000, examinees: 200 },
  { learners: 20_000, examinees: 1_000 },
  { learners: 100_000, examinees: 4_000 },
];
const ARCHIVES_TB = [10, 100, 1_000];

const BITS_PER_BYTE = 8;
const MIB_PER_TB = 1e12 / 2 ** 20;

/** In the busiest hour; cores are the planned number, which leaves room according to `utilisation`. */
export function needsOf({ learners, examinees }: Institution) {
  const viewing = learners * ASSUMED.viewingShare;
  const tiles = viewing * ASSUMED.tilesPerSecond;
  const calls = viewing * ASSUMED.callsPerSecond;
  const searches = viewing * ASSUMED.searchesPerSecond;
  const saves = examinees * ASSUMED.savesPerSecond;
  const times = examinees * ASSUMED.timesPerSecond;
  const serverMs =
    (tiles * UNITS.tileUs.value) / 1000 +
    calls * UNITS.readServerMs.value +
    saves * UNITS.saveServerMs.value +
    times * UNITS.timeServerMs.value;
  const databaseMs =
    calls * UNITS.readDatabaseMs.value +
    searches * UNITS.searchDatabaseMs.value +
    saves * UNITS.saveDatabaseMs.value +
    times * UNITS.timeDatabaseMs.value;
  const pagesPerSecond = (viewing * ASSUMED.startingShare) / ASSUMED.startingSeconds;
  const kbPerSecond = tiles * ASSUMED.tileKb + pagesPerSecond * UNITS.pageKb.value;
  const serverCores = Math.max(1, Math.ceil(serverMs / 1000 / ASSUMED.utilisation));
  const databaseCores = Math.max(1, Math.ceil(databaseMs / 1000 / ASSUMED.utilisation));
  return {
    viewing,
    tiles,
    calls: calls + searches + saves + times,
    serverCores,
    databaseCores,
    mbitPerSecond: (kbPerSecond * BITS_PER_BYTE) / 1000 / ASSUMED.utilisation,
    // A worker for each core, a leader, the database; an exam's memory if there is one.
    memoryGb: Math.ceil(((serverCores + 1) * UNITS.examMemoryMb.value + UNITS.memoryMb.value) / 1000 + databaseCores),
    euros: (serverCores + databaseCores) * ASSUMED.coreEuros,
  };
}

export function storageOf(terabytes: number) {
  const hours = (terabytes * MIB_PER_TB * UNITS.backupMsPerMib.value) / 1000 / 3600;
  return {
    slides: (terabytes * 1000) / ASSUMED.slideGb,
    storedTb: terabytes * (1 + ASSUMED.backupCopies),
    backupHours: hours,
    euros: terabytes * (1 + ASSUMED.backupCopies) * ASSUMED.terabyteEuros,
  };
}

const whole = (value: number) => Math.round(value).toLocaleString("en-GB");
const hours = (value: number) => (value < 48 ? `${whole(value)} h` : `${whole(value / 24)} days`);

/** @returns both tables as Markdown, in the form of docs/scale.md. */
export function describeScale(): string {
  const learners = INSTITUTIONS.map((institution) => {
    const needs = needsOf(institution);
    return [
      whole(institution.learners),
      whole(needs.viewing),
      whole(institution.examinees),
      whole(needs.tiles),
      whole(needs.calls),
      `${needs.serverCores} + ${needs.databaseCores}`,
      `${whole(needs.memoryGb)} GB`,
      `${whole(needs.mbitPerSecond)} Mbit/s`,
      `${whole(needs.euros)} €`,
    ];
  });
  const archives = ARCHIVES_TB.map((terabytes) => {
    const storage = storageOf(terabytes);
    return [
      `${whole(terabytes)} TB`,
      whole(storage.slides),
      `${whole(storage.storedTb)} TB`,
      hours(storage.backupHours),
      `${whole(storage.euros)} €`,
    ];
  });
  return [
    "| learners | viewing at once | in exams at once | tiles/s | calls/s | cores: server + database | memory | line | a month |",
    "|---|---|---|---|---|---|---|---|---|",
    ...learners.map((cells) => `| ${cells.join(" | ")} |`),
    "",
    "| slides | number | stored, with a backup | first backup, a full check or a restoration | a month |",
    "|---|---|---|---|---|",
    ...archives.map((cells) => `| ${cells.join(" | ")} |`),
  ].join("\n");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${describeScale()}\n`);
