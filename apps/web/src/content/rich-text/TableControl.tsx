import { Menu } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconTable } from "@tabler/icons-react";
import { type Editor, useEditorState } from "@tiptap/react";
import { useTranslation } from "react-i18next";
import type { TextControlProps } from "./text-control-props.ts";

const NEW_TABLE = { rows: 3, cols: 3, withHeaderRow: true };

const IN_TABLE = [
  ["richText.rowAbove", (editor) => editor.chain().focus().addRowBefore().run()],
  ["richText.rowBelow", (editor) => editor.chain().focus().addRowAfter().run()],
  ["richText.removeRow", (editor) => editor.chain().focus().deleteRow().run()],
  ["richText.columnBefore", (editor) => editor.chain().focus().addColumnBefore().run()],
  ["richText.columnAfter", (editor) => editor.chain().focus().addColumnAfter().run()],
  ["richText.removeColumn", (editor) => editor.chain().focus().deleteColumn().run()],
  ["richText.headerRow", (editor) => editor.chain().focus().toggleHeaderRow().run()],
  ["richText.mergeCells", (editor) => editor.chain().focus().mergeOrSplit().run()],
  ["richText.removeTable", (editor) => editor.chain().focus().deleteTable().run()],
] as const satisfies readonly (readonly [string, (editor: Editor) => boolean])[];

/** Outside a table: inserts one; inside: table actions. */
export function TableControl({ editor }: TextControlProps) {
  const { t } = useTranslation();
  const isInTable = useEditorState({ editor, selector: ({ editor: now }) => now.isActive("table") });
  if (!isInTable)
    return (
      <RichTextEditor.Control
        aria-label={t("richText.insertTable")}
        title={t("richText.insertTable")}
        onClick={() => editor.chain().focus().insertTable(NEW_TABLE).run()}
      >
        <IconTable size={16} stroke={1.5} aria-hidden />
      </RichTextEditor.Control>
    );
  return (
    <Menu withinPortal returnFocus={false}>
      <Menu.Target>
        <RichTextEditor.Control active aria-label={t("richText.table")} title={t("richText.table")}>
          <IconTable size={16} stroke={1.5} aria-hidden />
        </RichTextEditor.Control>
      </Menu.Target>
      <Menu.Dropdown>
        {IN_TABLE.map(([label, change]) => (
          <Menu.Item key={label} onClick={() => change(editor)}>
            {t(label)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
