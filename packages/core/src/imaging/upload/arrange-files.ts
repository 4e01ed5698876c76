/**
 * Groups dropped files and folders into slides: files that belong together become one slide, images become one slide
 * each, system files are ignored, and unreadable files are reported by name.
 */
import { DICOM_START_BYTES, type DicomIdentity, dicomIdentity } from "./dicom-identity.ts";
import { endingOf, isRubbish, isSlideByName, LOOK_BYTES, looksLikeSlide } from "./slide-files.ts";
import { COMPANION_KINDS, FOLDER_KINDS, LISTING_ENDINGS, namesInListing } from "./slide-sets.ts";

export interface FoundFile {
  /** Relative to the root of the selection, with `/` between folders. */
  readonly path: string;
  readonly bytes: number;
}

export interface SlideToImport<File extends FoundFile> {
  /** `file`: a single file, uploaded unchanged; `set`: parts to be packed into a zip. */
  readonly kind: "file" | "set";
  /** Name under which it is uploaded: that of the file or of the zip. */
  readonly filename: string;
  /** Names of its parent folders, from the top down. */
  readonly folders: readonly string[];
  /** Ordered by path. */
  readonly members: readonly SlideMember<File>[];
}

interface SlideMember<File> {
  /** Path within the set. */
  readonly path: string;
  readonly file: File;
}

interface ArrangedFiles<File extends FoundFile> {
  /** Ordered by location. */
  readonly slides: readonly SlideToImport<File>[];
  /** Neither slides nor parts of one. */
  readonly leftOut: readonly File[];
}

/** Reads the first bytes of a file, or all bytes if it is shorter. */
type ReadStart<File> = (file: File, bytes: number) => Promise<Uint8Array>;

/** Number of files read concurrently. */
const READ_AT_ONCE = 16;
/** Listings, the text files that name the parts of a slide, are short. */
const LISTING_BYTES = 64 * 1024;

const byPath = (one: FoundFile, other: FoundFile) => (one.path < other.path ? -1 : one.path > other.path ? 1 : 0);
const collator = new Intl.Collator("en", { numeric: true });

/** Natural order: 2 before 10, `A` before `A 2`, each folder separately; extensions are compared last. */
function byPlace(one: SlideToImport<FoundFile>, other: SlideToImport<FoundFile>): number {
  const steps = ({ folders, filename }: SlideToImport<FoundFile>) => [...folders, filename.replace(/\.[^.]*$/, "")];
  const [own, others] = [steps(one), steps(other)];
  for (let depth = 0; depth < Math.min(own.length, others.length); depth += 1) {
    const difference = collator.compare(own[depth] ?? "", others[depth] ?? "");
    if (difference !== 0) return difference;
  }
  return own.length - others.length || collator.compare(one.filename, other.filename);
}

export async function arrangeFiles<File extends FoundFile>(
  found: readonly File[],
  readStart: ReadStart<File>,
): Promise<ArrangedFiles<File>> {
  const files = found.filter(({ path }) => !isRubbish(path)).toSorted(byPath);
  const rest = new Map(files.map((file) => [file.path, file]));
  const slides: SlideToImport<File>[] = [];

  take(companionSets(files));
  take(folderSets(files));
  take(await listingSets(rest, readStart));
  take(await dicomSets(rest, readStart));

  /** Parts of one slide cannot be parts of another. */
  function take(found: readonly FoundSet<File>[]): void {
    for (const { name, base, parts } of found) {
      if (parts.some(({ path }) => !rest.has(path))) continue;
      for (const { path } of parts) rest.delete(path);
      slides.push({
        kind: "set",
        filename: `${name}.zip`,
        folders: folderNames(base),
        members: parts.map((file) => ({ path: file.path.slice(base.length), file })),
      });
    }
  }

  const leftOut: File[] = [];
  await inBatches([...rest.values()], async (file) => {
    const isSlide = isSlideByName(file.path) ?? looksLikeSlide(await readStart(file, LOOK_BYTES));
    if (!isSlide) leftOut.push(file);
    else
      slides.push({
        kind: "file",
        filename: nameOf(file.path),
        folders: folderNames(folderOf(file.path)),
        members: [{ path: nameOf(file.path), file }],
      });
  });
  return {
    slides: slides.toSorted(byPlace),
    leftOut: leftOut.toSorted(byPath),
  };
}

interface FoundSet<File> {
  readonly name: string;
  /** Folder that the member paths are relative to; ends with `/`, or is empty. */
  readonly base: string;
  /** Ordered by path. */
  readonly parts: readonly File[];
}

function companionSets<File extends FoundFile>(files: readonly File[]): FoundSet<File>[] {
  const kinds = Object.values(COMPANION_KINDS);
  return files.flatMap((file) => {
    const ending = endingOf(file.path);
    const kind = kinds.find((candidate) => candidate.ending === ending);
    if (!kind) return [];
    const name = nameOf(file.path).slice(0, -ending.length - 1);
    const base = folderOf(file.path);
    const companions = below(files, `${base}${kind.folderOf(name)}/`);
    return companions.length === 0 ? [] : [{ name, base, parts: [file, ...companions].toSorted(byPath) }];
  });
}

function folderSets<File extends FoundFile>(files: readonly File[]): FoundSet<File>[] {
  const kinds = Object.values(FOLDER_KINDS);
  return files.flatMap((file) => {
    const kind = kinds.find(({ marker }) => marker === nameOf(file.path));
    if (!kind) return [];
    const folder = folderOf(file.path);
    const parts = below(files, folder);
    return parts.some(({ path }) => kind.member.test(path.slice(folder.length))) ? [wholeFolder(folder, parts)] : [];
  });
}

/** @param folder ends with `/`, or is empty; there is no name then. */
function wholeFolder<File extends FoundFile>(folder: string, parts: readonly File[]): FoundSet<File> {
  const name = nameOf(folder.slice(0, -1));
  return { name: name || "slide", base: folder.slice(0, folder.length - name.length - (name ? 1 : 0)), parts };
}

async function listingSets<File extends FoundFile>(
  rest: ReadonlyMap<string, File>,
  readStart: ReadStart<File>,
): Promise<FoundSet<File>[]> {
  const sets: FoundSet<File>[] = [];
  for (const file of rest.values()) {
    const ending = endingOf(file.path);
    if (!LISTING_ENDINGS.has(ending)) continue;
    const base = folderOf(file.path);
    const named = namesInListing(latin1(await readStart(file, LISTING_BYTES))).flatMap(
      (name) => rest.get(base + name) ?? [],
    );
    const parts = [...new Set([file, ...named])].toSorted(byPath);
    if (parts.length > 1) sets.push({ name: nameOf(file.path).slice(0, -ending.length - 1), base, parts });
  }
  return sets;
}

/** Files in one folder and one series, or that refer to one series, belong together. A single file needs no packing. */
async function dicomSets<File extends FoundFile>(
  rest: ReadonlyMap<string, File>,
  readStart: ReadStart<File>,
): Promise<FoundSet<File>[]> {
  const dicom: { file: File; identity: DicomIdentity }[] = [];
  await inBatches([...rest.values()].filter(mayBeDicom), async (file) => {
    const identity = dicomIdentity(await readStart(file, DICOM_START_BYTES));
    if (identity?.isOfSlide && identity.seriesUids.length > 0) dicom.push({ file, identity });
  });
  const inFolder = Map.groupBy(dicom, ({ file }) => folderOf(file.path));
  return [...inFolder].flatMap(([folder, members]) => {
    const groups = bySeries(members).filter((parts) => parts.length > 1);
    return groups.map((unsorted) => {
      const parts = unsorted.toSorted(byPath);
      const isAll = [...rest.keys()].filter((path) => path.startsWith(folder)).length === parts.length;
      if (isAll && folder !== "") return wholeFolder(folder, parts);
      return { name: nameOf(parts[0]?.path ?? "").replace(/\.(dcm|dicom)$/i, ""), base: folder, parts };
    });
  });
}

/** Groups files that are connected by common series. */
function bySeries<File>(files: readonly { file: File; identity: DicomIdentity }[]): File[][] {
  let groups: { uids: Set<string>; files: File[] }[] = [];
  for (const { file, identity } of files) {
    const isMeant = ({ uids }: { uids: Set<string> }) => identity.seriesUids.some((uid) => uids.has(uid));
    const meant = groups.filter(isMeant);
    const joined = {
      uids: new Set([...identity.seriesUids, ...meant.flatMap(({ uids }) => [...uids])]),
      files: [...meant.flatMap((group) => group.files), file],
    };
    groups = [...groups.filter((group) => !isMeant(group)), joined];
  }
  return groups.map((group) => group.files);
}

function mayBeDicom({ path }: FoundFile): boolean {
  const ending = endingOf(path);
  return ending === "dcm" || ending === "dicom" || isSlideByName(path) === null;
}

/** Files below a folder, from a sorted list. @param folder ends with `/`, or is empty: all files. */
function below<File extends FoundFile>(sorted: readonly File[], folder: string): File[] {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as File).path < folder) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < sorted.length && (sorted[end] as File).path.startsWith(folder)) end += 1;
  return sorted.slice(low, end);
}

const nameOf = (path: string) => path.slice(path.lastIndexOf("/") + 1);
/** Includes the trailing `/`; empty: the top level. */
const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/") + 1);
const folderNames = (folder: string) => folder.split("/").filter((name) => name !== "");

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

async function inBatches<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let at = 0; at < items.length; at += READ_AT_ONCE)
    await Promise.all(items.slice(at, at + READ_AT_ONCE).map(work));
}
