/** Candidates for a person's overview, before access checks. */
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { OPENED_KINDS } from "@parfocal/core/progress/opened-kinds.ts";
import { DUE_WITHIN_DAYS, NEW_FOR_DAYS } from "@parfocal/core/progress/progress.contract.ts";
import { sql } from "kysely";
import type { SiteDb } from "#platform/db/database.ts";
import { inSiteTime } from "#platform/db/site-time.ts";

/** Number of candidates per list, so that enough remain after access checks. */
const MAX_CANDIDATES = 100;

export interface Candidate {
  readonly id: number;
  readonly kind: ItemKind;
  readonly title: string;
}

interface DueCandidate extends Candidate {
  /** In the site's time zone. */
  readonly closesAt: string | null;
  readonly isStarted: boolean;
}

/**
 * Quizzes with a running attempt of the person, and open quizzes that close soon and that the person has not submitted.
 * Sorted by closing time.
 */
export async function listDueQuizzes(db: SiteDb, siteId: number, userId: number): Promise<readonly DueCandidate[]> {
  const { rows } = await sql<DueCandidate>`
    SELECT item.id, item.kind, item.title, ${inSiteTime(sql`least(access.closes_at, running.deadline_at)`)} AS "closesAt",
      running.quiz_id IS NOT NULL AS "isStarted"
    FROM item
    JOIN site ON site.id = item.site_id
    LEFT JOIN quiz_access AS access ON access.site_id = ${siteId} AND access.quiz_id = item.id
    LEFT JOIN (
      SELECT quiz_id, deadline_at FROM counted_attempt
      WHERE site_id = ${siteId} AND user_id = ${userId} AND state = 'started' AND archived_at IS NULL
        AND (deadline_at IS NULL OR deadline_at > now())
    ) AS running ON running.quiz_id = item.id
    WHERE item.site_id = ${siteId} AND item.kind = 'quiz' AND item.deleted_at IS NULL
      AND (
        running.quiz_id IS NOT NULL
        OR access.closes_at > now() AND access.closes_at < now() + make_interval(days => ${DUE_WITHIN_DAYS})
          AND (access.opens_at IS NULL OR access.opens_at <= now())
          AND NOT EXISTS (
            SELECT FROM counted_attempt AS done
            WHERE done.site_id = ${siteId} AND done.quiz_id = item.id AND done.user_id = ${userId}
              AND done.state = 'submitted' AND done.archived_at IS NULL
          )
      )
    ORDER BY least(access.closes_at, running.deadline_at) NULLS LAST, item.id
    LIMIT ${MAX_CANDIDATES}
  `.execute(db);
  return rows;
}

interface NewCandidate extends Candidate {
  /** In the site's time zone. */
  readonly addedAt: string;
}

/**
 * Items that others added after the person's first view, and that the person has not viewed; latest first. For a new
 * person, all items in the courses are new.
 */
export async function listNewItems(db: SiteDb, siteId: number, userId: number): Promise<readonly NewCandidate[]> {
  const { rows } = await sql<NewCandidate>`
    SELECT item.id, item.kind, item.title, ${inSiteTime(sql`item.created_at`)} AS "addedAt"
    FROM item
    JOIN site ON site.id = item.site_id
    CROSS JOIN (
      SELECT min(first_opened_at) AS at FROM item_opened WHERE site_id = ${siteId} AND user_id = ${userId}
    ) AS began
    WHERE item.site_id = ${siteId} AND item.deleted_at IS NULL AND item.kind = ANY (${[...OPENED_KINDS]}::text[])
      AND item.created_at > began.at AND item.created_at > now() - make_interval(days => ${NEW_FOR_DAYS})
      AND item.created_by IS DISTINCT FROM ${userId}
      AND NOT EXISTS (
        SELECT FROM item_opened
        WHERE item_opened.site_id = ${siteId} AND item_opened.user_id = ${userId} AND item_opened.item_id = item.id
      )
    ORDER BY item.created_at DESC, item.id DESC
    LIMIT ${MAX_CANDIDATES}
  `.execute(db);
  return rows;
}
