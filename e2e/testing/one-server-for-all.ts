/** Starts the server that all journeys share, and stops it after the last (Playwright calls this file). */
import { startQuietServer } from "./running-server.ts";

/** Tells the journeys, which run in a process of their own, where the server is. */
export const SERVER_URL = "PARFOCAL_JOURNEY_URL";
/** And where its data are. */
export const DATA_FOLDER = "PARFOCAL_JOURNEY_DATA";

// biome-ignore lint/style/noDefaultExport: Playwright asks for it
export default async function startForAll(): Promise<() => Promise<void>> {
  const server = await startQuietServer();
  process.env[SERVER_URL] = server.url;
  process.env[DATA_FOLDER] = server.dataFolder;
  return () => server.stop();
}
