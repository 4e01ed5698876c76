/** Formatting tools of the text, in groups. */
import { RichTextEditor } from "@mantine/tiptap";
import { IconClearFormatting } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ColourControl } from "./ColourControl.tsx";
import { LinkControl } from "./LinkControl.tsx";
import { PictureControl } from "./PictureControl.tsx";
import styles from "./RichTextField.module.css";
import { SizeControl } from "./SizeControl.tsx";
import { StyleControl } from "./StyleControl.tsx";
import { TableControl } from "./TableControl.tsx";
import type { TextControlProps } from "./text-control-props.ts";

interface RichTextToolbarProps extends TextControlProps {
  readonly fieldLabel: string;
  readonly altHint: string | undefined;
  readonly hasImages: boolean;
}

const { ControlsGroup: Group } = RichTextEditor;

export function RichTextToolbar({ editor, fieldLabel, altHint, hasImages }: RichTextToolbarProps) {
  const { t } = useTranslation();
  return (
    <RichTextEditor.Toolbar
      className={styles.toolbar}
      role="toolbar"
      aria-label={t("richText.toolbarOf", { field: fieldLabel })}
    >
      <StyleControl editor={editor} />
      <SizeControl editor={editor} />
      <Group>
        <RichTextEditor.Bold />
        <RichTextEditor.Italic />
        <RichTextEditor.Underline />
        <RichTextEditor.Strikethrough />
        <RichTextEditor.Subscript />
        <RichTextEditor.Superscript />
        <ColourControl editor={editor} />
      </Group>
      <Group>
        <RichTextEditor.BulletList />
        <RichTextEditor.OrderedList />
        <RichTextEditor.Blockquote />
      </Group>
      <Group>
        <RichTextEditor.AlignLeft />
        <RichTextEditor.AlignCenter />
        <RichTextEditor.AlignRight />
        <RichTextEditor.AlignJustify />
      </Group>
      <Group>
        <LinkControl editor={editor} />
        {hasImages && <PictureControl editor={editor} altHint={altHint} />}
        <TableControl editor={editor} />
      </Group>
      <Group>
        <RichTextEditor.Undo />
        <RichTextEditor.Redo />
        <TextButton
          label={t("richText.clearFormatting")}
          onClick={() => editor.chain().focus().unsetAllMarks().clearNodes().unsetTextAlign().run()}
        >
          <IconClearFormatting size={16} stroke={1.5} aria-hidden />
        </TextButton>
      </Group>
    </RichTextEditor.Toolbar>
  );
}

/** A button of the toolbar. */
function TextButton(props: { readonly label: string; readonly onClick: () => void; readonly children: ReactNode }) {
  return (
    <RichTextEditor.Control aria-label={props.label} title={props.label} onClick={props.onClick}>
      {props.children}
    </RichTextEditor.Control>
  );
}
