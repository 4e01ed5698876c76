import { Button, Textarea } from "@mantine/core";
import { isNoteContent, NOTE_MAX_CHARACTERS, noteContentOf } from "@parfocal/core/note/note-content.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import type { Outbox } from "#platform/outbox/outbox.ts";
import type { OutboxAction, OutboxEntry } from "#platform/outbox/outbox-entry.ts";
import { useTextDraft } from "#platform/outbox/useTextDraft.ts";
import { DeletedNotes } from "./DeletedNotes.tsx";
import { NoteRow } from "./NoteRow.tsx";
import classes from "./NoteSection.module.css";
import { NOTE_CHANNEL, type NoteFields, noteFieldsOf, noteScopeOf } from "./note-outbox.ts";
import { useListedNotes } from "./useListedNotes.ts";

/** ID of a note that has not been submitted yet. */
const NEW_NOTE_ID = -1;

interface NoteSectionProps {
  readonly imageId: number;
  /** Null: the user's own notes. */
  readonly workGroupId: number | null;
  readonly author: string;
  readonly outbox: Outbox;
}

/** The notes of one user, or of a work group, on a slide. */
export function NoteSection({ imageId, workGroupId, author, outbox }: NoteSectionProps) {
  const { t } = useTranslation();
  const { notes, rejected, hasFailed, reload } = useListedNotes({ imageId, workGroupId, author, outbox });
  const draft = useTextDraft(outbox, `${noteScopeOf(imageId)}:${workGroupId ?? "own"}`);
  const [areDeletedShown, setDeletedShown] = useState(false);

  async function queue(action: OutboxAction, subjectId: number, content: string): Promise<boolean> {
    const fields: NoteFields = { imageId, workGroupId, content: noteContentOf(content) };
    const scope = noteScopeOf(imageId);
    const place = window.location.pathname;
    try {
      await outbox.add({ channel: NOTE_CHANNEL, scope, place, subjectId, action, fields: { ...fields } });
      return true;
    } catch (error) {
      showFailure(error);
      return false;
    }
  }

  async function add(): Promise<void> {
    if (isNoteContent(draft.written) && (await queue("create", NEW_NOTE_ID, draft.written))) draft.clear();
  }

  return (
    <div className={classes.section}>
      <p className={classes.who}>{t(workGroupId === null ? "note.own" : "note.ofGroup")}</p>
      {rejected.map((entry) => (
        <RejectedNote
          key={entry.key}
          entry={entry}
          onTakeBack={() => {
            const { content } = noteFieldsOf(entry);
            draft.write(draft.written.trim() === "" ? content : `${draft.written}\n\n${content}`);
            void outbox.discard(entry.key);
          }}
          onDiscard={() => void outbox.discard(entry.key)}
        />
      ))}
      {hasFailed && (
        <div role="alert">
          <p>{t("note.loadFailed")}</p>
          <Button size="xs" variant="default" onClick={reload}>
            {t("note.tryAgain")}
          </Button>
        </div>
      )}
      {notes?.length === 0 && <p>{t(workGroupId === null ? "note.noneOwn" : "note.noneOfGroup")}</p>}
      {notes && notes.length > 0 && (
        <ul className={classes.list} aria-label={t("note.notes")}>
          {notes.map((note) => (
            <NoteRow
              key={note.id}
              note={note}
              isAuthorNamed={workGroupId !== null}
              onChange={(content) => queue("update", note.id, content)}
              onDelete={() => void queue("remove", note.id, note.content)}
            />
          ))}
        </ul>
      )}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void add();
        }}
      >
        <Textarea
          label={t("note.write")}
          placeholder={t("note.hint")}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={NOTE_MAX_CHARACTERS}
          value={draft.written}
          onChange={(event) => draft.write(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void add();
          }}
        />
        <div className={classes.buttons}>
          <Button type="submit" size="sm" disabled={!isNoteContent(draft.written)}>
            {t("note.add")}
          </Button>
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            aria-expanded={areDeletedShown}
            onClick={() => setDeletedShown(!areDeletedShown)}
          >
            {t("note.showDeleted")}
          </Button>
        </div>
      </form>
      {areDeletedShown && <DeletedNotes imageId={imageId} />}
    </div>
  );
}

interface RejectedNoteProps {
  readonly entry: OutboxEntry;
  readonly onTakeBack: () => void;
  readonly onDiscard: () => void;
}

/** A note rejected by the server is not lost: it can be edited again. */
function RejectedNote({ entry, onTakeBack, onDiscard }: RejectedNoteProps) {
  const { t } = useTranslation();
  return (
    <section className={classes.rejected} role="alert">
      <p className={classes.who}>
        {t("note.refused")} {entry.refusal?.message}
      </p>
      <p className={classes.content}>{noteFieldsOf(entry).content}</p>
      <div className={classes.buttons}>
        <Button size="xs" variant="default" onClick={onTakeBack}>
          {t("note.takeBack")}
        </Button>
        <Button size="xs" variant="subtle" color="gray" onClick={onDiscard}>
          {t("note.discard")}
        </Button>
      </div>
    </section>
  );
}
