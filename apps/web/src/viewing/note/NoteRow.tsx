import { ActionIcon } from "@mantine/core";
import { isNoteContent, NOTE_MAX_CHARACTERS, noteContentOf } from "@parfocal/core/note/note-content.ts";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { InlineTextForm } from "#ui/InlineTextForm.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import classes from "./NoteSection.module.css";
import type { ListedNote } from "./note-outbox.ts";

const ICON_SIZE_PX = 16;
const ICON_STROKE = 1.5;

interface NoteRowProps {
  readonly note: ListedNote;
  /** Whether the author's name is shown, because several people write notes. */
  readonly isAuthorNamed: boolean;
  /** @returns whether it was accepted. */
  readonly onChange: (content: string) => Promise<boolean>;
  readonly onDelete: () => void;
}

export function NoteRow({ note, isAuthorNamed, onChange, onDelete }: NoteRowProps) {
  const { t, i18n } = useTranslation();
  const [isWriting, setWriting] = useState(false);
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const author = note.isUserOwner ? t("note.byYou") : note.author;

  async function save(written: string): Promise<void> {
    if (noteContentOf(written) === note.content || (await onChange(written))) setWriting(false);
  }

  return (
    <li className={classes.note}>
      <div className={classes.head}>
        <span>
          {isAuthorNamed && `${author} · `}
          {note.isWaiting ? t("note.isWaiting") : date.format(new Date(note.createdAt))}
        </span>
        {note.isUserOwner && !isWriting && (
          <span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t("note.edit")}
              title={t("note.edit")}
              onClick={() => setWriting(true)}
            >
              <IconPencil size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={t("note.delete")}
              title={t("note.delete")}
              onClick={onDelete}
            >
              <IconTrash size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
            </ActionIcon>
          </span>
        )}
      </div>
      {!isWriting ? (
        <p className={classes.content}>{note.content}</p>
      ) : (
        <InlineTextForm
          label={t("note.edit")}
          saveText={t("note.save")}
          cancelText={t("note.cancel")}
          text={note.content}
          maxCharacters={NOTE_MAX_CHARACTERS}
          isValid={isNoteContent}
          onSave={(written) => void save(written)}
          onCancel={() => setWriting(false)}
        />
      )}
    </li>
  );
}
