/** What the import command was told. */
import { resolve } from "node:path";

export interface ImportOptions {
  readonly mode: "link" | "copy";
  /** Course or folder; null: the course of imported slides. */
  readonly parentId: number | null;
  /** Whether folders on the disk become folders in the course. */
  readonly hasFolders: boolean;
  readonly isDryRun: boolean;
  /** Whether patient data is removed from the stored files; otherwise as the installation has it. */
  readonly isDeidentified: boolean;
  /** Absolute. */
  readonly paths: readonly string[];
}

export const IMPORT_USAGE = `usage: npm run import -- [--link | --copy] [--to ID] [--folders] [--deidentify] [--dry-run] PATH…
  PATH        a slide, or a folder with slides below it
  --copy      the installation gets copies of its own (so it is without a word)
  --link      the files stay where they are, and must stay there
  --to ID     course or folder to put them into; otherwise the course "Imported slides"
  --folders   folders on the disk become folders there
  --deidentify  patient data is removed from what is stored (docs/patient-data.md); there is no way back
  --dry-run   only says what would be done`;

/** @throws Error with a sentence. */
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
        throw new Error("--to needs the number of a course or folder.");
    } else if (Object.hasOwn(flags, word)) flags[word]?.();
    else if (word.startsWith("--")) throw new Error(`There is no option ${word}.`);
    else paths.push(resolve(word));
  }
  if (paths.length === 0) throw new Error("Which files or folders?");
  return { mode, parentId, hasFolders, isDryRun, isDeidentified, paths };
}
