/** Files in the data folder of this machine. */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, link, opendir, readFile, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FileStore, ListedFile } from "./file-store.ts";
import { makeFolder, moveIntoPlace, writeFully } from "./slide-folders.ts";

/** Some file systems do not support hard links. */
const NO_LINKS: ReadonlySet<string> = new Set(["EXDEV", "EPERM", "ENOTSUP", "ENOSYS", "EMLINK", "EOPNOTSUPP"]);

export function folderFiles(dataFolder: string): FileStore {
  const pathOf = (name: string) => join(dataFolder, name);
  async function partFor(name: string): Promise<string> {
    const path = pathOf(name);
    await makeFolder(dirname(path));
    return `${path}.part`;
  }
  return {
    title: dataFolder,
    isFolder: true,
    partFor,
    keep: (name, from) => moveIntoPlace(from, pathOf(name)),
    write: (name, bytes) => writeFully(pathOf(name), bytes),
    async copy(from, to) {
      const part = await partFor(`${to}.${randomUUID()}`);
      try {
        await giveSecondName(pathOf(from), part);
        await moveIntoPlace(part, pathOf(to));
        return true;
      } catch (error) {
        await rm(part, { force: true });
        return goneAs(false)(error);
      }
    },
    async factsOf(name) {
      const facts = await stat(pathOf(name)).catch(goneAs(null));
      return facts && { bytes: facts.size, version: [facts.ino, facts.size, Math.round(facts.mtimeMs)].join("-") };
    },
    read: (name, range) => createReadStream(pathOf(name), range),
    slideAt: (name) => ({ path: pathOf(name), file: undefined }),
    withLocal: (name, work) => work(pathOf(name)),
    readWhole: (name) => readFile(pathOf(name)).catch(goneAs(null)),
    remove: (name) => rm(pathOf(name), { force: true }),
    list: (prefix) => filesBelow(dataFolder, prefix, Date.now()),
    forgetGone: async () => {},
    sweep: async () => {},
    settle: async () => {},
    check: async () => {},
  };
}

/**
 * Both names share one modification time: otherwise the second would look old and be deleted before its row is written.
 */
async function giveSecondName(from: string, to: string): Promise<void> {
  const now = new Date();
  await utimes(from, now, now);
  await link(from, to).catch((error: NodeJS.ErrnoException) => {
    if (!NO_LINKS.has(error.code ?? "")) throw error;
    return copyFile(from, to);
  });
}

const goneAs =
  <Value>(value: Value) =>
  (error: unknown): Value => {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return value;
    throw error;
  };

async function* filesBelow(root: string, below: string, now: number): AsyncGenerator<ListedFile> {
  const entries = await opendir(join(root, below)).catch(goneAs(null));
  for await (const entry of entries ?? []) {
    const name = `${below}${entry.name}`;
    if (entry.isDirectory()) yield* filesBelow(root, `${name}/`, now);
    // Not listed if it was deleted in the meantime.
    const facts = entry.isFile() ? await stat(join(root, name)).catch(goneAs(null)) : null;
    if (facts) yield { name, bytes: facts.size, ageMs: now - facts.mtimeMs, version: null };
  }
}
