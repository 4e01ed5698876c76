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
  /** HTML of the editor's features; empty: nothing. */
  readonly value: string;
  readonly onChange: (html: string) => void;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  /** Lines of empty space to write in. */
  readonly minRows?: number;
  /** false: images are not offered, and not kept. */
  readonly hasImages?: boolean;
  /** Of texts in which the title of an image would say too much: then it is not suggested as its description. */
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
  /** Ids of what describes the field; empty: nothing does. */
  readonly described: string;
  readonly isInvalid: boolean;
}

/** What an editor shows, compared as documents: the same text may be written in several ways. */
const holds = (editor: Editor, text: string): boolean =>
  createDocument(textForEditor(text), editor.schema).eq(editor.state.doc);

/**
 * @param value read whenever it changes from outside (another field's save, a discard). Text that the editor has
 * written and the server has only normalised leaves the cursor where it is.
 */
function useTextEditor(value: string, onChange: (html: string) => void, facts: FieldFacts): Editor | null {
  const { labelId, described, isInvalid } = facts;
  const onChangeRef = useLatest(onChange);
  /** What the field is known to hold, by the editor or by its owner. */
  const known = useRef(value);
  /** What was given last by others than the editor: going back to it is no change. */
  const original = useRef(value);
  const editorProps = useMemo(
    () => ({
      attributes: {
        role: "textbox",
        "aria-multiline": "true",
        "aria-labelledby": labelId,
        "aria-invalid": String(isInvalid),
        // A dialog around it does not close by Escape from within the text, which would be lost.
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
    // The rules that an editor needs stand in our style sheet.
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
