/** The choice of content for an activity of a learning platform. */
import { getLtiChoice, makeLtiChoice } from "@parfocal/core/lti/lti-choice.contract.ts";
import { getTree } from "@parfocal/core/structure/structure.contract.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { contentKeys } from "#item/content-keys.ts";
import { call } from "#platform/call.ts";
import { EMPTY_TREE, mergeTree } from "#tree/tree-state.ts";
import { choosableItems } from "./chosen-content.ts";

/** @param id null: nothing is loaded. */
export function useChoice(id: number | null) {
  return useQuery({
    queryKey: ["ltiChoice", id],
    queryFn: ({ signal }) => call(getLtiChoice, { params: { id: String(id) } }, { signal }),
    enabled: id !== null,
  });
}

export function useChoosable() {
  return useQuery({
    queryKey: [...contentKeys.all, "choosable"],
    queryFn: ({ signal }) => call(getTree, {}, { signal }),
    select: (tree) => choosableItems(mergeTree(EMPTY_TREE, tree)),
  });
}

/** Resolves with the URL that passes the choice to the platform. */
export function useMakeChoice(id: number) {
  return useMutation({
    mutationFn: (path: string) => call(makeLtiChoice, { params: { id: String(id) }, body: { path } }),
    meta: { saysItsFailures: true },
  });
}
