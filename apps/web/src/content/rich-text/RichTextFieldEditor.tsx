/** The editor behind `RichTextField`. */
import { useLatest } from "#ui/useLatest.ts";
import "@mantine/tiptap/styles.layer.css";
import { Input } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { createDocument, type Editor } from "@tiptap/core";
import { useEditor } from "@tiptap/react";
import { type CSSProperties, type ReactNode, useEffect, useId, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { editorLabels } from "./editor-labels.ts";
import styles from "./RichTextField.module.css";
import { RichTextToolbar } from "./RichTextToolbar.tsx";
import { RICH_TEXT_EXTENSIONS } from "./rich-text-extensions.ts";
import { DEFAULT_ROWS } from "./rich-text-rows.ts";
import { storedText, textForEditor } from "./stored-rich-text.ts";

export interface RichTextFieldProps {
  readonly label: string;
  /** HTML in the editor's format; empty: no text. */
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  /** Minimum height in lines. */
  readonly minRows?: number;
  /** False: images are not offered, and are removed. */
  readonly hasImages?: boolean;
  /** For texts in which the title of an image would reveal too much: it is not suggested as alternative text. */
  readonly altHint?: string;
}

export function RichTextFieldEditor(props: RichTextFieldProps) {
  const { label, value, onChange, description, error, altHint, hasImages = true, minRows = DEFAULT_ROWS } = props;
  const { t } = useTranslation();
  const ids = useId();
  const described = [description && `${ids}-description`, error && `${ids}-error`].filter(Boolean).join(" ");
  const editor = useTextEditor(value, onChange, { labelId: `${ids}-label`, described, isInvalid: Boolean(error) });
  const labels = useMemo(() => editorLabels(t), [t]);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${ids}-label`, onClick: () => editor?.commands.focus() }}
      description={description}
      descriptionProps={{ id: `${ids}-description` }}
      error={error}
      errorProps={{ id: `${ids}-error` }}
    >
      <RichTextEditor
        editor={editor}
        labels={labels}
        className={styles.field}
        data-error={error ? true : undefined}
        style={{ "--rows": minRows } as CSSProperties}
      >
        {editor && <RichTextToolbar editor={editor} fieldLabel={label} altHint={altHint} hasImages={hasImages} />}
        <RichTextEditor.Content className={styles.content} />
      </RichTextEditor>
    </Input.Wrapper>
  );
}

interface FieldFacts {
  readonly labelId: string;
  /** IDs of the elements that describe the field; empty: none. */
  readonly described: string;
  readonly isInvalid: boolean;
}

/** Whether an editor contains a text, compared as documents: the same text can be written in several ways. */
const holds = (editor: Editor, text: string): boolean =>
  createDocument(textForEditor(text), editor.schema).eq(editor.state.doc);

/**
 * @param value applied whenever it changes from outside (another field's save, a discard). Text that the editor has
 *   written and the server has only normalized does not move the cursor.
 */
function useTextEditor(value: string, onChange: (html: string) => void, facts: FieldFacts): Editor | null {
  const { labelId, described, isInvalid } = facts;
  const onChangeRef = useLatest(onChange);
  /** The last known content of the field, from the editor or its owner. */
  const known = useRef(value);
  /** The last content not from the editor: returning to it is no change. */
  const original = useRef(value);
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        "aria-invalid": String(isInvalid),
        // Escape within the text does not close a surrounding dialog, which would lose the text.
        "data-mantine-stop-propagation": "true",
        ...(described && { "aria-describedby": described }),
      },
      transformPastedHTML: textForEditor,
    }),
    [labelId, described, isInvalid],
  );
  const editor = useEditor({
    extensions: RICH_TEXT_EXTENSIONS,
    content: textForEditor(value),
    // The rules that the editor needs are in our style sheet.
    injectCSS: false,
    editorProps,
    onUpdate({ editor: changed }) {
      const html = holds(changed, original.current) ? original.current : storedText(changed.getHTML());
      if (html === known.current) return;
      known.current = html;
      onChangeRef.current(html);
    },
  });
  useEffect(() => {
    if (!editor || value === known.current) return;
    known.current = value;
    original.current = value;
    if (!holds(editor, value)) editor.commands.setContent(textForEditor(value), { emitUpdate: false });
  }, [editor, value]);
  return editor;
}
