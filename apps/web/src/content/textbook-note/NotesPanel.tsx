import { ActionIcon, Button, Textarea } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { isTextbookNoteContent, TEXTBOOK_NOTE_MAX_CHARACTERS } from "@parfocal/core/textbook-note/note-rules.ts";
import type { TextbookNote } from "@parfocal/core/textbook-note/textbook-note.contract.ts";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure, showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import type { ReaderHandle } from "#textbook-reader/reader-props.ts";
import { NotesState } from "./NotesState.tsx";
import styles from "./TextbookNotes.module.css";
import { type TextbookNoteActions, useTextbookNoteActions, useTextbookNotes } from "./textbook-note.api.ts";
import { useStoredText } from "./useStoredText.ts";

const ICON = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

interface NotesPanelProps {
  readonly textbookId: number;
  readonly reader: ReaderHandle;
}

export function NotesPanel({ textbookId, reader }: NotesPanelProps) {
  const { t } = useTranslation();
  const query = useTextbookNotes(textbookId);
  const actions = useTextbookNoteActions(textbookId);
  const notes = query.data?.filter(({ kind }) => kind === "note") ?? [];
  return (
    <>
      <NewNote {...{ textbookId, reader, actions }} />
      <NotesState
        query={query}
        isEmpty={notes.length === 0}
        emptyText={t("textbookNote.noNotes")}
        failedText={t("textbookNote.loadFailed")}
      />
      {notes.length > 0 && (
        <ul className={styles.list} aria-label={t("textbookNote.notes")}>
          {notes.map((note) => (
            <NoteRow key={note.id} {...{ note, reader, actions }} />
          ))}
        </ul>
      )}
    </>
  );
}

/** The note belongs to the page on which the user started to write it. */
function NewNote({ textbookId, reader, actions }: NotesPanelProps & { readonly actions: TextbookNoteActions }) {
  const { t } = useTranslation();
  const { site, user } = useSession();
  const [draft, setDraft] = useStoredText(`${site.id}-${user?.id ?? 0}-new-${textbookId}`);
  const [isSaving, setSaving] = useState(false);
  const text = draft?.text ?? "";
  const page = draft?.at ?? reader.pageNumber;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving || !isTextbookNoteContent("note", text)) return;
    setSaving(true);
    if (await actions.create({ kind: "note", pageIndex: page - 1, content: text })) setDraft(null);
    setSaving(false);
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      <p className={styles.hint}>{t("textbookNote.own")}</p>
      <Textarea
        label={t("textbookNote.newNote", { page })}
        autosize
        minRows={2}
        maxRows={8}
        maxLength={TEXTBOOK_NOTE_MAX_CHARACTERS}
        value={text}
        onChange={({ currentTarget: { value } }) => setDraft(value === "" ? null : { text: value, at: page })}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="sm" loading={isSaving} disabled={!isTextbookNoteContent("note", text)}>
          {t("textbookNote.addNote")}
        </Button>
        {page !== reader.pageNumber && (
          <Button size="sm" variant="default" onClick={() => setDraft({ text, at: reader.pageNumber })}>
            {t("textbookNote.moveHere", { page: reader.pageNumber })}
          </Button>
        )}
      </div>
    </form>
  );
}

interface NoteRowProps {
  readonly note: TextbookNote;
  readonly reader: ReaderHandle;
  readonly actions: TextbookNoteActions;
}

function NoteRow({ note, reader, actions }: NoteRowProps) {
  const { t } = useTranslation();
  const { site, user } = useSession();
  const [draft, setDraft] = useStoredText(`${site.id}-${user?.id ?? 0}-note-${note.id}`);
  const page = note.pageIndex + 1;
  const name = t("textbookNote.noteOnPage", { page });
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <button
          type="button"
          className={styles.go}
          aria-current={reader.pageNumber === page || undefined}
          onClick={() => reader.goToPage(page)}
        >
          {t("textbookNote.page", { page })}
        </button>
        {draft === null && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t("textbookNote.edit", { name })}
              onClick={() => setDraft({ text: note.content, at: note.version })}
            >
              <IconPencil {...ICON} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t("textbookNote.delete", { name })}
              onClick={() => void actions.remove(note)}
            >
              <IconTrash {...ICON} />
            </ActionIcon>
          </>
        )}
      </div>
      {draft === null ? (
        <p className={styles.content}>{note.content}</p>
      ) : (
        <NoteForm
          note={note}
          text={draft.text}
          isOld={draft.at !== note.version}
          actions={actions}
          onChange={(text) => setDraft({ text, at: draft.at })}
          onClose={() => setDraft(null)}
        />
      )}
    </li>
  );
}

interface NoteFormProps {
  readonly note: TextbookNote;
  readonly text: string;
  /** Whether another version was saved since editing started: both texts are shown. */
  readonly isOld: boolean;
  readonly actions: TextbookNoteActions;
  readonly onChange: (text: string) => void;
  readonly onClose: () => void;
}

function NoteForm({ note, text, isOld, actions, onChange, onClose }: NoteFormProps) {
  const { t } = useTranslation();
  const [isSaving, setSaving] = useState(false);

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (isSaving || !isTextbookNoteContent("note", text)) return;
    setSaving(true);
    try {
      if (text.trim() !== note.content) await actions.update(note.id, { content: text, version: note.version });
      showSuccess(t("textbookNote.updated"));
      onClose();
    } catch (error) {
      if (error instanceof AppError && error.kind === "conflict") await actions.refresh();
      else showFailure(error);
      setSaving(false);
    }
  }

  return (
    <form onSubmit={(event) => void save(event)}>
      {isOld && (
        <div className={styles.other} role="alert">
          {t("textbookNote.changedElsewhere")}
          <p className={styles.content}>{note.content}</p>
        </div>
      )}
      <Textarea
        aria-label={t("textbookNote.edit", { name: t("textbookNote.noteOnPage", { page: note.pageIndex + 1 }) })}
        autosize
        autoFocus
        minRows={2}
        maxRows={12}
        maxLength={TEXTBOOK_NOTE_MAX_CHARACTERS}
        value={text}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button type="submit" size="xs" loading={isSaving} disabled={!isTextbookNoteContent("note", text)}>
          {t(isOld ? "textbookNote.saveMine" : "textbookNote.save")}
        </Button>
        <Button size="xs" variant="default" onClick={onClose}>
          {t(isOld ? "textbookNote.keepOther" : "ui.cancel")}
        </Button>
      </div>
    </form>
  );
}
