/**
 * The web app's build, and its development server, which forwards API calls, tiles and radiological images to the API
 * server beside it.
 */
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv, type Rolldown } from "vite";
import { areaEntries } from "./build/area-entries.ts";
import { directImports } from "./build/direct-imports.ts";
import { createPageChunks } from "./build/page-chunks.ts";
import { pageScripts } from "./build/page-scripts.ts";
import { pdfFiles } from "./build/pdf-files.ts";
import { createRadiologyChunk } from "./build/radiology-chunk.ts";
import { shortContracts } from "./build/short-contracts.ts";

const SOURCE_FOLDERS = {
  web: `${import.meta.dirname}/src`,
  packages: new URL("../../packages", import.meta.url).pathname,
};
const DEFAULT_SERVER_PORT = "8600";
const PDF_LIBRARY = /\/node_modules\/pdfjs-dist\/build\/pdf\.mjs$/;

/**
 * Suppresses warnings about Node modules that the decoders of radiological images reference but never use in a browser.
 */
const withoutKnownNews: NonNullable<Rolldown.InputOptions["onLog"]> = (level, log, handle) => {
  if (!/externalized for browser compatibility, imported by ".*\/@cornerstonejs\/codec-/.test(log.message))
    handle(level, log);
};

export default defineConfig(({ mode }) => {
  const { PORT: serverPort = DEFAULT_SERVER_PORT } = loadEnv(mode, import.meta.dirname, ["PORT"]);
  const server = { target: `http://127.0.0.1:${serverPort}`, xfwd: false };
  return {
    root: import.meta.dirname,
    plugins: [react(), directImports(), areaEntries(SOURCE_FOLDERS), pageScripts(), pdfFiles(), shortContracts()],
    resolve: { alias: { zod: new URL("./src/platform/zod-stub.ts", import.meta.url).pathname } },
    build: {
      target: "es2023",
      // Keeps `light-dark()` unchanged, because the scheme depends on the page, not on the style sheet.
      cssTarget: ["chrome123", "firefox128", "safari17.5"],
      // The content security policy only allows fonts from the site's own origin, so nothing is inlined.
      assetsInlineLimit: 0,
      // The library that draws radiological images, in kB; only loaded on their pages.
      chunkSizeWarningLimit: 3500,
      sourcemap: true,
      rolldownOptions: {
        onLog: withoutKnownNews,
        output: {
          chunkFileNames: ({ name }) => `assets/${name.replace(/^_area_/, "")}-[hash].js`,
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [
              {
                debugName: "radiology",
                name: createRadiologyChunk(`${import.meta.dirname}/src/radiology/stack/start-cornerstone.ts`),
                priority: 1,
              },
              // Changes rarely and is large: a separate script, which stays in the browser's cache across releases.
              { debugName: "pdf", name: (id) => (PDF_LIBRARY.test(id) ? "pdf-library" : null), priority: 1 },
              { debugName: "pages", name: createPageChunks(SOURCE_FOLDERS.web) },
            ],
          },
        },
      },
    },
    worker: { format: "es" as const, rolldownOptions: { onLog: withoutKnownNews } },
    server: { host: "127.0.0.1", proxy: { "/api": server, "/tiles": server, "/radiology": server } },
  };
});
