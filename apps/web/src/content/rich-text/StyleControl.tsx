/** Paragraph or heading. The page title is its first-level heading, so headings in a text start at level 2. */
import { Select } from "@mantine/core";
import { useEditorState } from "@tiptap/react";
import { useTranslation } from "react-i18next";
import styles from "./RichTextField.module.css";
import type { TextControlProps } from "./text-control-props.ts";

const LEVELS = [2, 3, 4] as const;
const PARAGRAPH = "p";

export function StyleControl({ editor }: TextControlProps) {
  const { t } = useTranslation();
  const level = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isActive("heading") ? Number(now.getAttributes("heading").level) : null),
  });
  const names = [t("richText.heading1"), t("richText.heading2"), t("richText.heading3")];
  // A heading of another level, from an older text, is shown as the closest available level.
  const shown = level === null ? PARAGRAPH : String(Math.min(Math.max(level, LEVELS[0]), LEVELS[2]));
  return (
    <Select
      className={styles.choice}
      size="xs"
      aria-label={t("richText.style")}
      allowDeselect={false}
      data={[
        { value: PARAGRAPH, label: t("richText.paragraph") },
        ...LEVELS.map((one, index) => ({ value: String(one), label: names[index] ?? "" })),
      ]}
      value={shown}
      onChange={(value) => {
        const chosen = LEVELS.find((one) => String(one) === value);
        const chain = editor.chain().focus();
        if (chosen) chain.setHeading({ level: chosen }).run();
        else chain.setParagraph().run();
      }}
    />
  );
}
