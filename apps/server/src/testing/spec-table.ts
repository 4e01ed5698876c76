/** The specification as data: docs/spec/*.tsv. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../../../docs/spec");

/** The rows of a table, cell by cell; lines that begin with # are comments. */
export function readSpecTable(file: string): string[][] {
  return readFileSync(join(FOLDER, file), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split("\t"));
}
