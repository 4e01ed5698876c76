/** The parent of a question. */

import { getTree } from "@parfocal/core/structure/structure.contract.ts";
import { useQuery } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import type { Subject } from "./question-draft.ts";

/**
 * @param parentId a quiz, or a slide or case of it. @returns the shown slide or case; null for the quiz itself, or
 *   while loading.
 */
export function useQuestionPlace(parentId: number | null): Subject | null {
  const { data } = useQuery({
    queryKey: ["quiz", "place", parentId],
    queryFn: ({ signal }) => call(getTree, {}, { signal }),
    enabled: parentId !== null,
    select({ nodes }): Subject | null {
      const node = nodes.find(({ id }) => id === parentId);
      if (!node || node.subjectId === null) return null;
      const kind = node.type === "quizCase" ? "case" : "image";
      return { id: node.subjectId, kind, title: node.title, thumbnail: null };
    },
  });
  return data ?? null;
}
