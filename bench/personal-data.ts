/**
 * A person with 10,000 annotations: their data is exported as one file, then the person is deleted with all of them.
 * The annotations have just been added, so PostgreSQL has no statistics of them.
 *
 * Goal (reliability.md, SEC-17): at most 60 s for 10,000 objects.
 *
 * Usage: node bench/personal-data.ts [--annotations 10000]
 */
import { join } from "node:path";
import { ANNOTATION_TYPE_POLYGON } from "../lab/annotation-writers.ts";
import { queryDatabase } from "../lab/database-of.ts";
import { endWithin, numberFromCommandLine, printResult } from "../lab/figures.ts";
import { addLearners, ask, DONE, SITE_ID } from "../lab/learners.ts";
import { pause, prepareServer, type ServerUnderTest, signIn } from "../lab/server-under-test.ts";

const GOAL_MS = 60_000;
const LOOK_EVERY_MS = 50;
const NO_CONTENT = 204;
const annotations = numberFromCommandLine("annotations", 10_000);
endWithin(5 * GOAL_MS);

async function draw(server: ServerUnderTest, imageId: number, authorId: number): Promise<void> {
  await queryDatabase(
    server,
    `INSERT INTO annotation (site_id, image_id, author_id, type_id, title, content, link, geometry,
       min_x, min_y, max_x, max_y, is_student, position)
     SELECT $1, $2, $3, $4, 'Nucleus ' || n, '<p>Seen on my second look</p>', '',
       format('POLYGON ((%s 0, %s 0, %s 9, %s 9, %s 0))', n, n + 9, n + 9, n, n), n, 0, n + 9, 9, true, n
     FROM generate_series(1, $5::int) AS n`,
    [SITE_ID, imageId, authorId, ANNOTATION_TYPE_POLYGON, annotations],
  );
}

async function countLeft(server: ServerUnderTest, imageId: number): Promise<number> {
  const rows = await queryDatabase<{ count: string }>(server, "SELECT count(*) FROM annotation WHERE image_id = $1", [
    imageId,
  ]);
  return Number(rows[0]?.count);
}

const server = await prepareServer({ slide: join(import.meta.dirname, "../fixtures/pyramid.tif") });
try {
  await server.start();
  const token = await signIn(server);
  const imageId = Number(/i(\d+)\/$/.exec(server.slidePath)?.[1]);
  const [person] = await addLearners(server, 1);
  if (!person) throw new Error("no person was added");
  await draw(server, imageId, person.id);

  const beganMs = performance.now();
  const file = await fetch(`${server.origin}/api/v2/user/${person.id}/data.zip`, {
    headers: { "x-site-token": token },
  });
  const bytes = (await file.arrayBuffer()).byteLength;
  const exportedMs = performance.now();
  const { status } = await ask(server, "DELETE", `/v2/user/${person.id}?work=remove`, { token });
  const answeredMs = performance.now();
  while ((await countLeft(server, imageId)) > 0) await pause(LOOK_EVERY_MS);
  const goneMs = performance.now();

  const isDone = file.status === DONE && (status === DONE || status === NO_CONTENT) && goneMs - beganMs <= GOAL_MS;
  printResult("SEC-17", isDone, {
    annotations,
    exported_bytes: bytes,
    export: `${(exportedMs - beganMs).toFixed(0)}ms`,
    deletion_answered: `${(answeredMs - exportedMs).toFixed(0)}ms`,
    all_gone_after: `${(goneMs - exportedMs).toFixed(0)}ms`,
  });
} finally {
  await server.close();
}
process.exit();
