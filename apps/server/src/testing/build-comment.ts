import { insertComment, setCommentDeleted } from "#annotation/annotation-comment.queries.ts";
import { withSite } from "#platform/db/database.ts";
import type { TestSite } from "./build-site.ts";
import type { TestUser } from "./build-user.ts";

interface CommentOptions {
  readonly annotationId: number;
  readonly author: TestUser;
  readonly content?: string;
  readonly isDeleted?: boolean;
}

/** A comment on an annotation. @returns its ID. */
export function buildComment(
  site: TestSite,
  { annotationId, author, content = "Is this the macula densa?", isDeleted = false }: CommentOptions,
): Promise<number> {
  return withSite(site.server.platform.database, site.id, async (db) => {
    const row = { annotation_id: annotationId, author_id: author.id, is_expert: author.role !== "learner", content };
    const id = await insertComment(db, site.id, row);
    if (isDeleted) await setCommentDeleted(db, site.id, id, true);
    return id;
  });
}
