/**
 * Packs the WordPress plugin; with `--try`, starts a real WordPress with the plugin beside Parfocal.
 *
 * Usage: npm run host:wordpress [-- --try [--port PORT] [--folder FOLDER]]
 *
 *   --port    of WordPress, default 8090; Parfocal gets the next one
 *   --folder  keeps both sites; default: a temporary one, removed at the end
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { packWordpressPlugin } from "./pack-wordpress-plugin.ts";
import { startWordpress } from "./try-wordpress.ts";

const ROOT = join(import.meta.dirname, "..");
const PORT_MAX = 65_534;

const { values } = parseArgs({
  options: { try: { type: "boolean" }, port: { type: "string", default: "8090" }, folder: { type: "string" } },
});

async function tryIt(): Promise<void> {
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 1 || port > PORT_MAX)
    throw new Error(`--port must be a number from 1 to ${PORT_MAX}.`);
  const folder = values.folder ? resolve(values.folder) : await mkdtemp(join(tmpdir(), "parfocal-wordpress-"));
  const sites = await startWordpress({ root: ROOT, folder, port }).catch(async (error: unknown) => {
    if (!values.folder) await rm(folder, { recursive: true, force: true });
    throw error;
  });
  console.log(`
WordPress  ${sites.wordpress}/      a page with a course: ${sites.wordpress}/histology/
           ${sites.wordpress}/wp-admin/
Parfocal   ${sites.parfocal}/
Sign in at WordPress with the password "${sites.password}":
           admin (administrator), author (teacher), student (learner)
End with Ctrl-C.`);
  await sites.whenEnded;
  if (!values.folder) await rm(folder, { recursive: true, force: true });
}

try {
  const target = join(ROOT, "hosts/wordpress/parfocal.zip");
  await packWordpressPlugin(target);
  console.log(`The plugin is in ${target}. Upload it in WordPress: Plugins, Add New, Upload.`);
  if (values.try) await tryIt();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
