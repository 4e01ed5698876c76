/** Elements of a quiz that learners are asked about. */
import type { QuizPart } from "./quiz-part.queries.ts";

/** Omits inactive elements and their children. */
export function activeParts(parts: readonly QuizPart[]): QuizPart[] {
  const gone = new Set<number>();
  return parts.filter(({ id, parentId, isActive }) => {
    if (isActive && !gone.has(parentId)) return true;
    gone.add(id);
    return false;
  });
}
