/** Queries and changes of textbooks, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  createTextbook,
  getTextbook,
  getTextbookDocument,
  replaceTextbookDocument,
  updateTextbook,
} from "@parfocal/core/textbook/textbook.contract.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "#editor/send-change.ts";
import { contentKeys } from "#item/content-keys.ts";
import { call, fileUrlOf, sendForm } from "#platform/call.ts";
import { linkQuery, type SharedLink, useSharedLink } from "#platform/shared-link.ts";

const textbookKeys = {
  all: ["textbook"] as const,
  one: (id: number, parentId: number | null) => ["textbook", id, parentId] as const,
};

/** @param link the share link through which it is opened; null: the session is used. */
export const textbookDocumentUrl = (id: number, link: SharedLink | null): string =>
  fileUrlOf(getTextbookDocument, { params: { id }, query: linkQuery(link) });

/** @param parentId the parent in which it is opened; null: any. */
export function useTextbook(id: number, parentId: number | null) {
  const link = useSharedLink();
  return useQuery({
    queryKey: textbookKeys.one(id, parentId),
    queryFn: ({ signal }) =>
      call(
        getTextbook,
        {
          params: { id: String(id) },
          query: { ...(parentId === null ? {} : { parent: String(parentId) }), ...linkQuery(link) },
        },
        { signal },
      ),
  });
}

interface NewTextbook {
  readonly title: string;
  readonly summary: string;
  readonly parentId: number;
  /** Null: it is uploaded later. */
  readonly file: File | null;
}

function useIsStale() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: textbookKeys.all }),
      queryClient.invalidateQueries({ queryKey: contentKeys.all }),
    ]);
}

/** Each mutation resolves once the invalidated queries have been refetched. */
export function useTextbookActions() {
  const isStale = useIsStale();
  return {
    async create({ title, summary, parentId, file }: NewTextbook, idempotencyKey: string): Promise<number> {
      const form = new FormData();
      form.set("title", title);
      form.set("summary", summary);
      form.set("parentId", String(parentId));
      if (file) form.set("file", file, file.name);
      const { id } = await sendForm(createTextbook, form, { idempotencyKey });
      await isStale();
      return id;
    },
    async update(id: number, body: BodyFor<typeof updateTextbook>): Promise<void> {
      await sendChange(() => call(updateTextbook, { params: { id: String(id) }, body }), isStale);
    },
  };
}

export function useReplaceDocument(id: number) {
  const isStale = useIsStale();
  return useMutation({
    mutationFn: (file: File) => {
      const form = new FormData();
      form.set("file", file, file.name);
      return sendForm(replaceTextbookDocument, form, { params: { id: String(id) } });
    },
    onSuccess: isStale,
    meta: { saysItsFailures: true },
  });
}
