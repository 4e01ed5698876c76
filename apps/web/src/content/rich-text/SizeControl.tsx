import { Select } from "@mantine/core";
import { EDITOR_FONT_SIZES_PX } from "@parfocal/core/rich-text/rich-text-allowlist.ts";
import { useEditorState } from "@tiptap/react";
import { useTranslation } from "react-i18next";
import styles from "./RichTextField.module.css";
import type { TextControlProps } from "./text-control-props.ts";

/** The font sizes of the specification, and the default size. */
export function SizeControl({ editor }: TextControlProps) {
  const { t } = useTranslation();
  const size = useEditorState({
    editor,
    selector: ({ editor: now }) => String(now.getAttributes("textStyle").fontSize ?? ""),
  });
  return (
    <Select
      className={styles.small}
      size="xs"
      aria-label={t("richText.size")}
      allowDeselect={false}
      data={[
        { value: "", label: t("richText.ownSize") },
        ...EDITOR_FONT_SIZES_PX.map((px) => ({ value: `${px}px`, label: `${px} px` })),
      ]}
      value={size}
      onChange={(value) => {
        const chain = editor.chain().focus();
        if (value) chain.setFontSize(value).run();
        else chain.unsetFontSize().run();
      }}
    />
  );
}
