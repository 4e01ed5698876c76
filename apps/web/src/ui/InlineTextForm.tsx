/** An inline form for a text in a list of texts. */
import { Button, Textarea } from "@mantine/core";
import { useState } from "react";
import classes from "./InlineTextForm.module.css";

interface InlineTextFormProps {
  readonly label: string;
  readonly saveText: string;
  readonly cancelText: string;
  readonly text: string;
  readonly maxCharacters: number;
  readonly isValid: (text: string) => boolean;
  /** Called with a valid text. */
  readonly onSave: (text: string) => void;
  readonly onCancel: () => void;
}

/** Ctrl+Enter saves. Escape only cancels the form: its container stays open. */
export function InlineTextForm({ label, text, isValid, onSave, onCancel, ...props }: InlineTextFormProps) {
  const [written, setWritten] = useState(text);
  const save = () => {
    if (isValid(written)) onSave(written);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Textarea
        aria-label={label}
        autosize
        autoFocus
        minRows={2}
        maxRows={8}
        maxLength={props.maxCharacters}
        value={written}
        onChange={(event) => setWritten(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
          if (event.key !== "Escape") return;
          event.preventDefault();
          event.stopPropagation();
          onCancel();
        }}
      />
      <div className={classes.buttons}>
        <Button type="submit" size="xs" disabled={!isValid(written)}>
          {props.saveText}
        </Button>
        <Button size="xs" variant="default" onClick={onCancel}>
          {props.cancelText}
        </Button>
      </div>
    </form>
  );
}
