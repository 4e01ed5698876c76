/**
 * Files that PDF.js loads by name while it reads a PDF: character maps, standard fonts, colour profiles, decoders. They
 * keep their names, in a folder with the version of PDF.js, so that browsers can cache them indefinitely.
 */
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import type { Plugin } from "vite";

const FOLDERS = ["cmaps", "standard_fonts", "iccs", "wasm"];
/** The engine that runs scripts of PDFs, which are not executed here. */
const LEFT_OUT = /^quickjs|^LICENSE_(?:PDFJS_)?QUICKJS$/;

const manifest = createRequire(import.meta.url).resolve("pdfjs-dist/package.json");

/** @returns contents by path below the built pages. */
export function listPdfFiles(): ReadonlyMap<string, string> {
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { readonly version: string };
  return new Map(
    FOLDERS.flatMap((folder) =>
      readdirSync(join(dirname(manifest), folder))
        .filter((name) => !LEFT_OUT.test(name))
        .map((name) => [`assets/pdf-${version}/${folder}/${name}`, join(dirname(manifest), folder, name)] as const),
    ),
  );
}

export function pdfFiles(): Plugin {
  const files = listPdfFiles();
  return {
    name: "pdf-files",
    generateBundle() {
      for (const [fileName, path] of files) this.emitFile({ type: "asset", fileName, source: readFileSync(path) });
    },
    configureServer({ middlewares }) {
      middlewares.use((request, response, next) => {
        const path = files.get((request.url ?? "").slice(1));
        if (path === undefined) return next();
        const type = path.endsWith(".js")
          ? "text/javascript"
          : path.endsWith(".wasm")
            ? "application/wasm"
            : "application/octet-stream";
        response.setHeader("content-type", type);
        response.end(readFileSync(path));
      });
    },
  };
}
