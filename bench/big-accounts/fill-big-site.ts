/** Creates a large site by writing directly to a server's database. */
import type pg from "pg";

const COURSES = 200;
const FOLDERS = 800;
const SLIDES = 19_000;
/** Number of the slides that are in one folder. */
const IN_WIDE_FOLDER = 2_000;
const PEOPLE = 20_000;
const USER_GROUPS = 5_000;
const WORK_GROUPS = 5_000;
/** Number of groups of each type that the measured learner is in, and of work groups that one person created. */
const JOINED = 100;
/** Members of the largest user group, and of the largest work group. */
const MEMBERS = 1_000;
const ANNOTATIONS = 100_000;
const NOTES = 10_000;
/** Notes of the learner, and of each of some work groups: the maximum (decision 0047). */
const NOTES_OF_A_LIST = 1_000;
const SHARES = 2_000;
const SLIDE_SIDE_PX = 40_000;

export interface BigSite {
  readonly slideId: number;
  /** Contains the longest list. */
  readonly courseId: number;
  readonly wideFolderId: number;
  readonly annotationId: number;
  readonly fieldId: number;
  /** The group with the most members, including the learner. */
  readonly userGroupId: number;
  readonly workGroupId: number;
  readonly learnerId: number;
  /** The requesting user of each role. */
  readonly userIds: Readonly<Record<string, number>>;
}

/** @param slideId the site's only slide, whose file all others share. */
export async function fillBigSite(database: pg.Client, slideId: number): Promise<BigSite> {
  const one = async (text: string, values: unknown[] = []): Promise<number> =>
    Number(Object.values((await database.query(text, values)).rows[0])[0]);
  const run = (text: string, values: unknown[] = []) => database.query(text, values);

  await run("BEGIN");
  await run("CREATE TEMP TABLE made (number int, id bigint, kind text)");
  await run(
    `INSERT INTO made SELECT number, nextval('content_id'),
       CASE WHEN number <= $1::int THEN 'course' WHEN number <= $1::int + $2::int THEN 'folder' ELSE 'image' END
     FROM generate_series(1, $1::int + $2::int + $3::int) AS number`,
    [COURSES, FOLDERS, SLIDES],
  );
  await run(
    `INSERT INTO item (id, site_id, kind, title, description)
     SELECT id, 1, kind, 'Bench ' || number || ' ' || (ARRAY['kidney', 'liver', 'lung', 'skin'])[1 + number % 4],
       CASE WHEN number % 10 = 0 THEN '<p>Some tissue of the organ.</p>' ELSE '' END FROM made`,
  );
  await run(
    `INSERT INTO course (item_id, site_id, position)
     SELECT id, 1, number + (SELECT coalesce(max(position), 0) FROM course WHERE site_id = 1) FROM made WHERE kind = 'course'`,
  );
  await run(
    `INSERT INTO image (item_id, site_id, slide_file_id)
     SELECT made.id, 1, image.slide_file_id FROM made CROSS JOIN image WHERE made.kind = 'image' AND image.item_id = $1`,
    [slideId],
  );
  // The first folder is the wide one, in the first course, which also contains all other folders of the first hundred.
  await run(
    `INSERT INTO placement (site_id, parent_id, item_id, position)
     SELECT 1, parent_id, item_id, row_number() OVER (PARTITION BY parent_id ORDER BY item_id) FROM (
       SELECT course.id AS parent_id, folder.id AS item_id FROM made folder JOIN made course
         ON course.kind = 'course' AND course.number = CASE WHEN folder.number <= $1::int + 100 THEN 1 ELSE 1 + folder.number % $1::int END
       WHERE folder.kind = 'folder'
       UNION ALL
       SELECT folder.id, slide.id FROM made slide JOIN made folder ON folder.kind = 'folder' AND folder.number =
         $1::int + CASE WHEN slide.number <= $1::int + $2::int + $3::int THEN 1 ELSE 2 + slide.number % ($2::int - 1) END
       WHERE slide.kind = 'image'
     ) AS places`,
    [COURSES, FOLDERS, IN_WIDE_FOLDER],
  );
  const byNumber = (number: number) => one("SELECT id FROM made WHERE number = $1", [number]);
  const courseId = await byNumber(1);
  const wideFolderId = await byNumber(COURSES + 1);

  await run(
    `INSERT INTO site_user (site_id, email, display_name, role, password_hash)
     SELECT 1, 'person' || number || '@example.org', 'Person ' || number,
       CASE number WHEN 1 THEN 'administrator' WHEN 2 THEN 'teacher' WHEN 3 THEN 'expert' ELSE 'learner' END, 'none'
     FROM generate_series(1, $1::int) AS number`,
    [PEOPLE],
  );
  const personId = (number: number) =>
    one("SELECT id FROM site_user WHERE email = $1", [`person${number}@example.org`]);
  const administrator = await personId(1);
  const teacher = await personId(2);
  const expert = await personId(3);
  const learner = await personId(4);

  await run(
    `INSERT INTO user_group (site_id, title) SELECT 1, 'Group ' || number FROM generate_series(1, $1::int) AS number`,
    [USER_GROUPS],
  );
  await run(
    `INSERT INTO user_group_member (site_id, user_group_id, user_id)
     SELECT 1, id, $1::bigint FROM (SELECT id FROM user_group WHERE site_id = 1 ORDER BY id LIMIT $2::int) AS joined
     UNION SELECT 1, (SELECT min(id) FROM user_group WHERE site_id = 1), id
       FROM (SELECT id FROM site_user WHERE site_id = 1 AND role = 'learner' ORDER BY id LIMIT $3::int) AS members`,
    [learner, JOINED, MEMBERS],
  );
  // All groups are assigned to the folders of the second half, ten each; every tenth group to the wide folder.
  await run(
    `INSERT INTO assignment (site_id, user_group_id, resource_id)
     SELECT 1, user_group.id, made.id
     FROM (SELECT id, row_number() OVER (ORDER BY id) AS number FROM user_group WHERE site_id = 1) AS user_group
     JOIN made ON made.number = $1::int + $2::int / 2 + user_group.number % ($2::int / 2)
     UNION SELECT 1, id, $3::bigint FROM user_group WHERE site_id = 1 AND id % 10 = (SELECT min(id) % 10 FROM user_group WHERE site_id = 1)`,
    [COURSES, FOLDERS, wideFolderId],
  );

  await run(
    `WITH owners AS (
       SELECT id, row_number() OVER (ORDER BY id) AS number FROM site_user WHERE site_id = 1 AND id >= $3::bigint
     )
     INSERT INTO work_group (site_id, title, owner_id)
     SELECT 1, 'Work group ' || number, (SELECT id FROM owners WHERE owners.number = (work_group.number - 1) / $2::int + 1)
     FROM generate_series(1, $1::int) AS work_group (number)`,
    [WORK_GROUPS, JOINED, learner],
  );
  await run(
    "INSERT INTO work_group_member (site_id, work_group_id, user_id) SELECT 1, id, owner_id FROM work_group WHERE site_id = 1",
  );
  const workGroupId = await one("SELECT min(id) FROM work_group WHERE site_id = 1 AND owner_id = $1", [learner]);
  await run(
    `INSERT INTO work_group_member (site_id, work_group_id, user_id)
     SELECT 1, $1::bigint, id FROM (SELECT id FROM site_user WHERE site_id = 1 ORDER BY id LIMIT $2::int) AS members
     ON CONFLICT DO NOTHING`,
    [workGroupId, MEMBERS],
  );

  await run(
    `INSERT INTO annotation (site_id, image_id, author_id, type_id, title, content, link, geometry,
       min_x, min_y, max_x, max_y, is_student, position)
     SELECT 1, $1::bigint, CASE WHEN number % 2 = 0 THEN $2::bigint ELSE $3::bigint END, 211, 'Nucleus ' || number, '', '',
       format('POLYGON ((%s %s, %s %s, %s %s, %s %s, %s %s))', x, y, x + 40, y, x + 40, y + 40, x, y + 40, x, y),
       x, y, x + 40, y + 40, number % 2 = 0, number
     FROM (SELECT number, (random() * $5)::int AS x, (random() * $5)::int AS y FROM generate_series(1, $4::int) AS number) AS place`,
    [slideId, learner, expert, ANNOTATIONS, SLIDE_SIDE_PX],
  );
  await run(
    `INSERT INTO note (site_id, image_id, author_id, work_group_id, content)
     SELECT 1, $1::bigint, $2::bigint, CASE WHEN number > $4::int THEN $3::bigint + (number - 1) / $4::int - 1 END,
       'Look at the macula densa, note ' || number
     FROM generate_series(1, $5::int) AS number`,
    [slideId, learner, workGroupId, NOTES_OF_A_LIST, NOTES],
  );
  await run(
    `INSERT INTO share (site_id, share_type, item_id, created_by, token_sha256, is_active, requires_auth, hides_annotations,
       hides_slide_information, hides_toolbar)
     SELECT 1, 'slide', $1::bigint, $2::bigint, sha256(('share ' || number)::bytea), true, false, false, false, false
     FROM generate_series(1, $3::int) AS number`,
    [slideId, teacher, SHARES],
  );
  const fieldId = await one(
    `INSERT INTO custom_field (site_id, title, post_type, field_type, field_key) VALUES (1, 'Organ', 'sz-image', 'text', 'organ') RETURNING id`,
  );
  await run(
    `INSERT INTO custom_field_value (site_id, field_id, item_id, value)
     SELECT 1, $1::bigint, id, 'Organ ' || number % 3000 FROM made WHERE kind = 'image' ON CONFLICT DO NOTHING`,
    [fieldId],
  );
  const annotationId = await one("SELECT min(id) FROM annotation WHERE site_id = 1 AND author_id = $1", [learner]);
  await run("COMMIT");
  // The database would do this automatically after some time.
  await run("VACUUM ANALYZE");
  return {
    slideId,
    courseId,
    wideFolderId,
    annotationId,
    fieldId,
    userGroupId: await one("SELECT min(id) FROM user_group WHERE site_id = 1"),
    workGroupId,
    learnerId: learner,
    userIds: { administrator, teacher, expert, learner },
  };
}
