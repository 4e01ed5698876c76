/** The WordPress plugin in WordPress's upload format: a zip with the folder `parfocal`. */
import { open, readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { ZipWriter } from "../packages/slides/src/archive/zip-writer.ts";

export const PLUGIN_FOLDER = join(import.meta.dirname, "../hosts/wordpress/parfocal");

/** Reproducible: the same plugin gives the same bytes. @param target path of the zip; an existing file is replaced. */
export async function packWordpressPlugin(target: string): Promise<void> {
  const entries = await readdir(PLUGIN_FOLDER, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const file = await open(target, "w");
  try {
    const zip = new ZipWriter(file);
    for (const path of paths.toSorted())
      await zip.addWhole(`parfocal/${relative(PLUGIN_FOLDER, path).split(sep).join("/")}`, await readFile(path));
    await zip.finish();
  } finally {
    await file.close();
  }
}
