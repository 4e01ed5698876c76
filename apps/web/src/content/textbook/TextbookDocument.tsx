/** The PDF of a textbook in its reader, with the teachers' marks and the user's own notes. */
import type { Textbook } from "@parfocal/core/textbook/textbook.contract.ts";
import { useSession } from "#platform/session.tsx";
import { useMarkExtras } from "#textbook-mark/useMarkExtras.tsx";
import { useNoteExtras } from "#textbook-note/useNoteExtras.tsx";
import { TextbookReader } from "#textbook-reader/TextbookReader.tsx";
import { textbookDocumentUrl } from "./textbook.api.ts";

export function TextbookDocument({ textbook }: { readonly textbook: Textbook }) {
  const { site, user, can } = useSession();
  const { id, title, attachmentId, attachmentFilename, userCanEdit: canEdit } = textbook;
  const { extras, parts } = useMarkExtras({ textbookId: id, title, canEdit });
  const noteExtras = useNoteExtras(user && can("learn") ? id : null);
  return (
    <>
      {parts}
      <TextbookReader
        // A replacement PDF is a new book.
        key={attachmentId}
        title={title}
        documentUrl={textbookDocumentUrl(id, null)}
        filename={attachmentFilename}
        bookKey={`${site.id}-${user?.id ?? 0}-${id}`}
        extras={{ ...extras, ...noteExtras, panels: [...(noteExtras.panels ?? []), ...(extras.panels ?? [])] }}
      />
    </>
  );
}
