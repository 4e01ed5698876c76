/** Editor of a table cell. */
import { Select, TextInput } from "@mantine/core";
import { listCountries } from "@parfocal/core/custom-field/country-codes.ts";
import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { FIELD_VALUE_MAX_CHARACTERS } from "../FieldInput.tsx";
import styles from "./BatchTable.module.css";
import type { BatchField } from "./batch-values.ts";
import type { Leaving } from "./useBatchGrid.ts";

interface CellEditorProps {
  readonly field: BatchField;
  /** Label for screen readers: the field and the slide. */
  readonly label: string;
  readonly value: string;
  /** The character typed to open it; null: none. */
  readonly typed: string | null;
  /** @param value null: unchanged. */
  readonly onClose: (value: string | null, leaving: Leaving) => void;
}

export function CellEditor(props: CellEditorProps) {
  const { fieldType } = props.field;
  return fieldType === "select" || fieldType === "country" ? <ChoiceCell {...props} /> : <TextCell {...props} />;
}

function leavingOf({ key, shiftKey }: KeyboardEvent): Leaving | null {
  if (key === "Enter") return shiftKey ? "up" : "down";
  if (key === "Tab") return shiftKey ? "left" : "right";
  return null;
}

/** Closing by a key also blurs the editor, which must not close it a second time. */
function useCloseOnce(onClose: CellEditorProps["onClose"]): CellEditorProps["onClose"] {
  const isClosed = useRef(false);
  return (value, leaving) => {
    if (isClosed.current) return;
    isClosed.current = true;
    onClose(value, leaving);
  };
}

function TextCell({ field, label, value, typed, onClose }: CellEditorProps) {
  const isDate = field.fieldType === "date";
  const [text, setText] = useState(isDate ? value : (typed ?? value));
  const close = useCloseOnce(onClose);
  return (
    <TextInput
      autoFocus
      aria-label={label}
      className={styles.editor}
      type={isDate ? "date" : "text"}
      inputMode={field.fieldType === "number" ? "decimal" : undefined}
      maxLength={FIELD_VALUE_MAX_CHARACTERS}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => close(text, "away")}
      onKeyDown={(event) => {
        event.stopPropagation();
        const leaving = leavingOf(event);
        if (leaving) {
          event.preventDefault();
          close(text, leaving);
        } else if (event.key === "Escape") close(null, "stay");
      }}
    />
  );
}

function ChoiceCell({ field, label, value, typed, onClose }: CellEditorProps) {
  const { t, i18n } = useTranslation();
  const [word, setWord] = useState(typed ?? "");
  const close = useCloseOnce(onClose);
  const data =
    field.fieldType === "country"
      ? listCountries(i18n.language).map(({ code, name }) => ({ value: code, label: name }))
      : field.defaultValues.map((choice) => ({ value: choice, label: choice }));
  return (
    <Select
      autoFocus
      aria-label={label}
      className={styles.editor}
      data={data}
      value={value === "" ? null : value}
      onOptionSubmit={(chosen) => close(chosen, "down")}
      searchable
      selectFirstOptionOnChange
      defaultDropdownOpened
      searchValue={word}
      onSearchChange={setWord}
      nothingFoundMessage={t("customField.nothingFound")}
      onBlur={() => close(null, "away")}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Escape") close(null, "stay");
        else if (event.key === "Tab") {
          event.preventDefault();
          close(null, event.shiftKey ? "left" : "right");
        }
      }}
    />
  );
}
