/**
 * The question files of a content package: a zip with a manifest. The archive is checked before it is used: no paths
 * outside it, no links, no overlaps, limited sizes and ratios (`slides/archive`).
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AppError } from "@parfocal/core/errors.ts";
import {
  IMPORT_MAX_CHARACTERS,
  IMPORT_MAX_QUESTIONS,
  IMPORT_PACKAGE_MAX_BYTES,
  IMPORT_PACKAGE_MAX_FILES,
} from "@parfocal/core/question-import/import-limits.ts";
import { itemsOfManifest, MANIFEST_NAME, pathInPackage } from "@parfocal/core/question-import/qti-manifest.ts";
import type { EntryStore, StoredEntry } from "@parfocal/slides/archive/entry-store.ts";
import { ZipStore } from "@parfocal/slides/archive/zip-store.ts";
import { FileBytes } from "@parfocal/slides/bytes/file-bytes.ts";
import { SlideFileError } from "@parfocal/slides/slide-source.ts";
import type { ReadPackaged } from "./check-images.ts";
import { decodeXml } from "./decode-xml.ts";
import { readQuestionXml } from "./read-question-xml.ts";

export interface PackagedFile {
  /** Path in the package. */
  readonly path: string;
  /** null: the file is missing, or not text. */
  readonly xml: string | null;
}

const ZIP_START = "PK\u0003\u0004";

/** Receives the files with items, in order, while the package is open. */
type UsePackage<Result> = (files: readonly PackagedFile[], readPackaged: ReadPackaged) => Promise<Result>;

/** @param base64 of the zip file. @throws AppError `invalid`. */
export async function readQuestionPackage<Result>(base64: string, use: UsePackage<Result>): Promise<Result> {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > IMPORT_PACKAGE_MAX_BYTES) throw invalidPackage("The limit for a package is 10 MB. Split it.");
  if (bytes.toString("latin1", 0, ZIP_START.length) !== ZIP_START)
    throw invalidPackage("The file is not a zip file. Choose a QTI package, or a text file with questions.");
  const folder = await mkdtemp(join(tmpdir(), "parfocal-questions-"));
  try {
    const path = join(folder, "package.zip");
    await writeFile(path, bytes, { mode: 0o600 });
    return await readArchive(path, use);
  } catch (error) {
    throw error instanceof SlideFileError ? invalidPackage(error.message, error) : error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readArchive<Result>(path: string, use: UsePackage<Result>): Promise<Result> {
  const file = await FileBytes.open(path);
  try {
    const store = await ZipStore.open(file);
    if (store.count > IMPORT_PACKAGE_MAX_FILES)
      throw invalidPackage(`The limit for a package is ${IMPORT_PACKAGE_MAX_FILES} files. Split it.`);
    return await use(await readItems(store), readerOf(store));
  } finally {
    await file.close();
  }
}

const readerOf =
  (store: EntryStore): ReadPackaged =>
  async (path, maxBytes) => {
    const entry = store.find(path);
    if (!entry) return "missing";
    return entry.bytes > maxBytes ? "tooLarge" : store.readFully(entry, maxBytes);
  };

async function readItems(store: EntryStore): Promise<PackagedFile[]> {
  const paths = await pathsOfItems(store);
  if (paths.length === 0) throw invalidPackage("The package contains no questions. Choose a QTI package.");
  if (paths.length > IMPORT_MAX_QUESTIONS)
    throw invalidPackage(`The limit for an import is ${IMPORT_MAX_QUESTIONS} questions. Split the package.`);
  const files: PackagedFile[] = [];
  let bytes = 0;
  for (const path of paths) {
    const entry = store.find(path);
    bytes += entry?.bytes ?? 0;
    if (bytes > IMPORT_MAX_CHARACTERS)
      throw invalidPackage("The questions of the package are larger than 5 MB. Split the package.");
    files.push({ path, xml: entry ? decodeXml(await store.readFully(entry, IMPORT_MAX_CHARACTERS)) : null });
  }
  return files;
}

/** In the order of the manifest; without a manifest or types, all XML files. Each once. */
async function pathsOfItems(store: EntryStore): Promise<string[]> {
  const xmlFiles = store.listEndingWith([".xml"]);
  const isManifest = ({ path }: StoredEntry) => path.toLowerCase().split("/").at(-1) === MANIFEST_NAME;
  const [manifest] = xmlFiles.filter(isManifest).sort((one, other) => depthOf(one) - depthOf(other));
  const xml = manifest && decodeXml(await store.readFully(manifest, IMPORT_MAX_CHARACTERS));
  const listed = manifest && xml ? (itemsOfManifest(readQuestionXml(xml)) ?? []) : [];
  const paths = listed.flatMap((address) => pathInPackage(manifest?.path ?? "", address) ?? []);
  const all = xmlFiles.filter((entry) => !isManifest(entry)).map(({ path }) => path);
  return [...new Set(paths.length > 0 ? paths : all)];
}

const depthOf = ({ path }: StoredEntry): number => path.split("/").length;

const invalidPackage = (message: string, cause?: unknown) =>
  new AppError("invalid", message, { codes: ["package"], cause });
