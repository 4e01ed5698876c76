/**
 * The data folder of a new installation, from which the servers of many experiments start: creating the database and
 * migrating it costs more than all else in a start.
 */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

/** Environment variable with its path, as a graceful stop left it. Without it each server creates its own. */
export const NEW_INSTALLATION = "PARFOCAL_LAB_INSTALLATION";

/** All that costs time to create; each start creates the other folders. */
const COPIED = ["postgres", "installation-id"];

/** @param dataFolder an empty folder. */
export async function copyInstallation(from: string, dataFolder: string): Promise<void> {
  await promisify(execFile)("cp", ["-a", ...COPIED.map((name) => join(from, name)), dataFolder]);
}
