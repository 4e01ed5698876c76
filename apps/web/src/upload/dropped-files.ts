/** Files as they were dropped or chosen, with the handle to open them again where there is one. */

export interface ChosenFile {
  readonly file: File;
  readonly handle: FileSystemFileHandle | null;
}

/** Not in TypeScript's own list of the DOM; Chromium has it. */
interface HandleGivingItem extends DataTransferItem {
  getAsFileSystemHandle?(): Promise<FileSystemHandle | null>;
}

export function withoutHandles(files: readonly File[]): ChosenFile[] {
  return files.map((file) => ({ file, handle: null }));
}

/** To be called while the event is handled: the browser empties the transfer afterwards. Folders are left out. */
export function takeDroppedFiles(transfer: DataTransfer): Promise<ChosenFile[]> {
  const taken = Array.from(transfer.items)
    .filter(({ kind }) => kind === "file")
    .map((item: HandleGivingItem) => ({
      file: item.getAsFile(),
      handle: item.getAsFileSystemHandle?.() ?? null,
      isFolder: item.webkitGetAsEntry?.()?.isDirectory ?? false,
    }));
  return Promise.all(
    taken.map(async ({ file, handle, isFolder }) => {
      const opened = await Promise.resolve(handle).catch(() => null);
      if (!file || isFolder) return [];
      return [{ file, handle: opened?.kind === "file" ? (opened as FileSystemFileHandle) : null }];
    }),
  ).then((files) => files.flat());
}

/** Whether a drag carries files, as opposed to text or a link of the page. */
export function carriesFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes("Files") ?? false;
}
