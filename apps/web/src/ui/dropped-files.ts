/** Dropped or chosen files and folders, with a handle to reopen them if the browser supports it. */

export interface ChosenFile {
  /** Path from the dropped or chosen folder, separated by `/`. */
  readonly path: string;
  readonly bytes: number;
  readonly file: File;
  readonly handle: FileSystemFileHandle | null;
}

export interface ChosenFiles {
  readonly files: readonly ChosenFile[];
  /** Handles of the dropped files and folders themselves; empty if the browser does not support them. */
  readonly handles: readonly FileSystemHandle[];
}

/** Number of files found so far. */
type OnFound = (count: number) => void;

/** Missing in TypeScript's DOM types; supported by Chromium. */
interface HandleGivingItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** Maximum number of files, as for the tile tree of a slide. Source: rule D-9. */
const MAX_FILES = 2_000_000;

/** From an input; an input for folders includes the path of each file. */
export function chosenFiles(files: Iterable<File>): ChosenFiles {
  return {
    files: Array.from(files, (file) => ({
      path: file.webkitRelativePath || file.name,
      bytes: file.size,
      file,
      handle: null,
    })),
    handles: [],
  };
}

/** Finds the files, including those in folders, which can take a while. */
export type TakeFiles = (onFound: OnFound) => Promise<ChosenFiles>;

/** Call it synchronously in the event handler: the browser empties the transfer afterwards. */
export function takeDroppedFiles(transfer: DataTransfer): TakeFiles {
  const items = Array.from(transfer.items)
    .filter(({ kind }) => kind === "file")
    .map((item: HandleGivingItem) => ({
      handle: Promise.resolve(item.getAsFileSystemHandle?.() ?? null).catch(() => null),
      entry: item.webkitGetAsEntry?.() ?? null,
      file: item.getAsFile(),
    }));
  return (onFound) => readItems(items, onFound);
}

interface DroppedItem {
  readonly handle: Promise<FileSystemHandle | null>;
  readonly entry: FileSystemEntry | null;
  readonly file: File | null;
}

async function readItems(items: readonly DroppedItem[], onFound: OnFound): Promise<ChosenFiles> {
  const files: ChosenFile[] = [];
  const handles: FileSystemHandle[] = [];
  const keep = (file: ChosenFile) => {
    if (files.length >= MAX_FILES) return;
    files.push(file);
    onFound(files.length);
  };
  for (const { handle: pending, entry, file } of items) {
    const handle = await pending;
    if (handle) {
      handles.push(handle);
      for await (const found of filesOfHandle(handle, "")) keep(found);
    } else if (entry?.isDirectory) for await (const found of filesOfEntry(entry, "")) keep(found);
    else if (file) keep({ path: file.name, bytes: file.size, file, handle: null });
  }
  return { files, handles };
}

/** The files of stored handles. @throws DOMException if one can no longer be read, or no longer exists. */
export async function openHandles(handles: readonly FileSystemHandle[]): Promise<ChosenFiles> {
  const files: ChosenFile[] = [];
  for (const handle of handles) for await (const found of filesOfHandle(handle, "")) files.push(found);
  return { files, handles };
}

async function* filesOfHandle(handle: FileSystemHandle, folder: string): AsyncGenerator<ChosenFile> {
  const path = folder + handle.name;
  if (handle.kind === "file") {
    const file = await (handle as FileSystemFileHandle).getFile();
    yield { path, bytes: file.size, file, handle: handle as FileSystemFileHandle };
  } else {
    for await (const child of (handle as FileSystemDirectoryHandle).values()) yield* filesOfHandle(child, `${path}/`);
  }
}

async function* filesOfEntry(entry: FileSystemEntry, folder: string): AsyncGenerator<ChosenFile> {
  const path = folder + entry.name;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    yield { path, bytes: file.size, file, handle: null };
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // The browser returns at most a hundred at a time.
    const children = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (children.length === 0) return;
    for (const child of children) yield* filesOfEntry(child, `${path}/`);
  }
}

/** Whether a drag contains files, as opposed to text or a link of the page. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes("Files") ?? false;
}
