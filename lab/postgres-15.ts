/**
 * The product on an external database: Debian's PostgreSQL 15, started in a temporary folder, with a user that is not a
 * superuser. Migrations, first start, sign-in, an annotation, a restart, and everything is still there.
 *
 * Usage: node lab/postgres-15.ts
 */
import { join } from "node:path";
import { compareWithServer, startAnnotationWriters } from "./annotation-writers.ts";
import { startExternalPostgres } from "./external-postgres.ts";
import { endWithin, printResult } from "./figures.ts";
import { pause, prepareServer, signIn } from "./server-under-test.ts";

const WRITING_MS = 1_000;

endWithin(120_000);
const postgres = await startExternalPostgres("postgres-15");
try {
  const server = await prepareServer({
    slide: join(import.meta.dirname, "../fixtures/pyramid.tif"),
    environment: { DATABASE_URL: postgres.url },
  });
  try {
    await server.start();
    const token = await signIn(server);
    const imageId = Number(/i(\d+)\/$/.exec(server.slidePath)?.[1]);
    const writers = startAnnotationWriters(server, { count: 4, token, imageId });
    await pause(WRITING_MS);
    await writers.stop();
    await server.kill();
    await server.start();
    const { lost, doubled, unexpected } = await compareWithServer(server, {
      token,
      imageId,
      acknowledged: writers.acknowledged,
    });
    const invariants = await server.runDatabaseTask("invariants");
    const tile = await fetch(`${server.origin}/tiles/${imageId}/2/0/0/0`, { headers: { "x-site-token": token } });
    const version = postgres.ask("SHOW server_version_num");
    const isSuperuser = postgres.ask("SELECT rolsuper FROM pg_roles WHERE rolname = 'school'");
    const hasPassed =
      lost + doubled + unexpected === 0 &&
      writers.acknowledgedWrites > 0 &&
      invariants.status === 0 &&
      tile.status === 200 &&
      version.startsWith("15") &&
      isSuperuser === "f";
    if (invariants.status !== 0) process.stdout.write(`${invariants.text}\n`);
    printResult("postgres-15", hasPassed, {
      server_version: version,
      lost: `${lost}/${writers.acknowledgedWrites}`,
      tile: tile.status,
      invariants: invariants.status,
    });
  } finally {
    await server.close();
  }
} finally {
  await postgres.stop();
}
process.exit();
