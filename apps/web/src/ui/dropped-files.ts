/** Dropped or chosen files and folders, with a handle to reopen them if the browser supports it. */

export interface ChosenFile {
  /** From what was dropped or chosen, `/` between folders. */
  readonly path: string;
  readonly bytes: number;
  readonly file: File;
  readonly handle: FileSystemFileHandle | null;
}

export interface ChosenFiles {
  readonly files: readonly ChosenFile[];
  /** Of what was dropped itself, files and folders; empty where the browser gives none. */
  readonly handles: readonly FileSystemHandle[];
}

/** How many files have been found so far. */
export type OnFound = (count: number) => void;

/** Not in TypeScript's own list of the DOM; Chromium has it. */
interface HandleGivingItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

/** More files than a tree of tiles of one slide may have are not looked for. Source: rule D-9. */
const MAX_FILES = 2_000_000;

/** Of an input; one for folders tells the way to each file. */
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

/** Finds the files, below folders too, which takes a while. */
export type TakeFiles = (onFound: OnFound) => Promise<ChosenFiles>;

/** To be called while the event is handled: the browser empties the transfer afterwards. */
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
  for (const { handle: asked, entry, file } of items) {
    const handle = await asked;
    if (handle) {
      handles.push(handle);
      for await (const found of filesOfHandle(handle, "")) keep(found);
    } else if (entry?.isDirectory) for await (const found of filesOfEntry(entry, "")) keep(found);
    else if (file) keep({ path: file.name, bytes: file.size, file, handle: null });
  }
  return { files, handles };
}

/** What handles that were kept lead to. @throws DOMException if one may no longer be read, or is gone. */
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
    // A hundred at a time, until none is left.
    const children = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (children.length === 0) return;
    for (const child of children) yield* filesOfEntry(child, `${path}/`);
  }
}

/** Whether a drag carries files, as opposed to text or a link of the page. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes("Files") ?? false;
}
