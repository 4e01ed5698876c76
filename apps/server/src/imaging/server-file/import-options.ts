/** Options of the import command. */
import { resolve } from "node:path";

export interface ImportOptions {
  readonly mode: "link" | "copy";
  /** Course or folder; null: the course of imported slides. */
  readonly parentId: number | null;
  /** Whether folders on the disk become folders in the course. */
  readonly hasFolders: boolean;
  readonly isDryRun: boolean;
  /** Whether to remove patient data from the stored files; otherwise the setting of the installation applies. */
  readonly isDeidentified: boolean;
  /** Absolute. */
  readonly paths: readonly string[];
}

export const IMPORT_USAGE = `Usage: npm run import -- [--link | --copy] [--to ID] [--folders] [--deidentify] [--dry-run] PATH…
  PATH          slide file, or folder that contains slides
  --copy        copy the files into the data folder (default)
  --link        reference the files where they are; do not move them later
  --to ID       target course or folder (default: the course "Imported slides")
  --folders     recreate the folder structure
  --deidentify  remove patient data from the stored files (docs/patient-data.md); cannot be undone
  --dry-run     only print what would be imported`;

/** @throws Error with a user-facing message. */
export function readImportOptions(words: readonly string[]): ImportOptions {
  let mode: ImportOptions["mode"] = "copy";
  let parentId: number | null = null;
  let hasFolders = false;
  let isDryRun = false;
  let isDeidentified = false;
  const paths: string[] = [];
  const flags: Readonly<Record<string, () => void>> = {
    "--": () => {},
    "--copy": () => {
      mode = "copy";
    },
    "--link": () => {
      mode = "link";
    },
    "--folders": () => {
      hasFolders = true;
    },
    "--deidentify": () => {
      isDeidentified = true;
    },
    "--dry-run": () => {
      isDryRun = true;
    },
  };
  const rest = words.flatMap((word) => (word.startsWith("--to=") ? ["--to", word.slice("--to=".length)] : [word]));
  for (let at = 0; at < rest.length; at += 1) {
    const word = rest[at] as string;
    if (word === "--to") {
      at += 1;
      parentId = Number(rest[at]);
      if (!Number.isSafeInteger(parentId) || parentId < 1)
        throw new Error("--to requires the ID of a course or folder.");
    } else if (Object.hasOwn(flags, word)) flags[word]?.();
    else if (word.startsWith("--")) throw new Error(`Unknown option ${word}.`);
    else paths.push(resolve(word));
  }
  if (paths.length === 0) throw new Error("Specify at least one file or folder.");
  return { mode, parentId, hasFolders, isDryRun, isDeidentified, paths };
}
