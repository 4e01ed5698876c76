/** The web app's build, and its development server: calls and tiles go to the API server beside it. */
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";

const DEFAULT_SERVER_PORT = "8600";

export default defineConfig(({ mode }) => {
  const { PORT: serverPort = DEFAULT_SERVER_PORT } = loadEnv(mode, import.meta.dirname, ["PORT"]);
  const server = { target: `http://127.0.0.1:${serverPort}`, xfwd: false };
  return {
    root: import.meta.dirname,
    plugins: [react()],
    resolve: { alias: { zod: new URL("./src/platform/schemas-stay-home.ts", import.meta.url).pathname } },
    build: {
      target: "es2023",
      // Keeps `light-dark()` as it is: the scheme is a matter of the page, not of the style sheet.
      cssTarget: ["chrome123", "firefox120", "safari17.5"],
      // The content security policy allows fonts from our own origin only, so nothing is inlined.
      assetsInlineLimit: 0,
      sourcemap: true,
    },
    worker: { format: "es" as const },
    server: { host: "127.0.0.1", proxy: { "/api": server, "/tiles": server } },
  };
});
