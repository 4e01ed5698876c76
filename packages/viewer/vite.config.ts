import { defineConfig } from "vite";

/** The page to try the viewer alone: `vite packages/viewer`. */
export default defineConfig({
  root: import.meta.dirname,
  server: { open: "/dev.html", port: 5174 },
  build: { rollupOptions: { input: "dev.html" }, outDir: "dist" },
});
