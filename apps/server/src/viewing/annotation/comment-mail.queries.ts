/** Who gets a mail about new comments on an annotation. Ages are measured by the database's clock. */
import type { Role } from "@parfocal/core/access/capabilities.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";

export interface MailReader {
  readonly id: number;
  readonly email: string;
  readonly displayName: string;
  readonly role: Role;
  readonly language: string | null;
  /** Comments of others that the person has neither read nor had a mail about. */
  readonly comments: number;
  readonly lastCommentId: number;
  /** Age of the oldest of them, ms. */
  readonly ageMs: number;
  /** Since the last mail about this thread, in ms; null: none. */
  readonly mailAgeMs: number | null;
}

/** Participants of a thread (author of the annotation or of a comment) who want mails and have unread comments. */
export async function listMailReaders(db: SiteDb, siteId: number, annotationId: number): Promise<MailReader[]> {
  const { rows } = await sql<MailReader>`
    SELECT person.id, person.email, person.display_name AS "displayName", person.role, person.language,
      count(*)::int AS comments, max(comment.id) AS "lastCommentId",
      (extract(epoch FROM now() - min(comment.created_at)) * 1000)::float8 AS "ageMs",
      (extract(epoch FROM now() - max(sent.mailed_at)) * 1000)::float8 AS "mailAgeMs"
    FROM annotation
    JOIN site_user person ON person.site_id = ${siteId} AND person.wants_comment_mails
      AND person.deleted_at IS NULL AND NOT person.is_suspended
      AND (person.expires_at IS NULL OR person.expires_at > now())
      AND (person.id = annotation.author_id OR person.id IN (
        SELECT own.author_id FROM annotation_comment own
        WHERE own.site_id = ${siteId} AND own.annotation_id = ${annotationId} AND own.deleted_at IS NULL
      ))
    JOIN annotation_comment comment ON comment.site_id = ${siteId} AND comment.annotation_id = annotation.id
      AND comment.deleted_at IS NULL AND comment.author_id <> person.id
    LEFT JOIN annotation_comment_read seen
      ON seen.site_id = ${siteId} AND seen.user_id = person.id AND seen.annotation_id = annotation.id
    LEFT JOIN annotation_comment_mail sent
      ON sent.site_id = ${siteId} AND sent.user_id = person.id AND sent.annotation_id = annotation.id
    WHERE annotation.site_id = ${siteId} AND annotation.id = ${annotationId} AND annotation.deleted_at IS NULL
      AND comment.id > greatest(seen.last_comment_id, sent.last_comment_id, 0)
    GROUP BY person.id, person.email, person.display_name, person.role, person.language
    ORDER BY person.id
  `.execute(db);
  return rows;
}

export async function saveCommentMail(
  db: SiteDb,
  siteId: number,
  { userId, annotationId, lastCommentId }: { userId: number; annotationId: number; lastCommentId: number },
): Promise<void> {
  await sql`
    INSERT INTO annotation_comment_mail (site_id, user_id, annotation_id, last_comment_id)
    VALUES (${siteId}, ${userId}, ${annotationId}, ${lastCommentId})
    ON CONFLICT (site_id, user_id, annotation_id)
    DO UPDATE SET last_comment_id = EXCLUDED.last_comment_id, mailed_at = now()
  `.execute(db);
}

/** Whether any participant wants mails about the thread of an annotation. */
export async function isMailRequested(db: SiteDb, siteId: number, annotationId: number): Promise<boolean> {
  return (await listMailReaders(db, siteId, annotationId)).length > 0;
}
