import { sql } from "kysely";
import type { SharedTestServer } from "./test-server.ts";

/** Inserts copies of an annotation in one statement. */
export async function multiplyAnnotation({ owner }: SharedTestServer, id: number, more: number): Promise<void> {
  await sql`
    INSERT INTO annotation (site_id, image_id, author_id, type_id, title, content, link, zoom, geometry,
      min_x, min_y, max_x, max_y, include_measurement, is_student, work_group_id, position, created_at, deleted_at, deleted_by)
    SELECT site_id, image_id, author_id, type_id, title, content, link, zoom, geometry,
      min_x, min_y, max_x, max_y, include_measurement, is_student, work_group_id, position + number,
      created_at + number * interval '1 ms', deleted_at + number * interval '1 ms', deleted_by
    FROM annotation, generate_series(1, ${more}::int) AS number WHERE id = ${id}
  `.execute(owner);
}
