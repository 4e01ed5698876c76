import { Button, Popover } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconPalette } from "@tabler/icons-react";
import { useEditorState } from "@tiptap/react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { KEEPS_ESCAPE } from "#ui/nested-dialog.ts";
import styles from "./RichTextField.module.css";
import type { TextControlProps } from "./text-control-props.ts";

/**
 * A few colours, each readable on white and on a dark page (contrast of at least 3 on both); their names are translated
 * texts.
 */
const TEXT_COLOURS = [
  ["#e03131", "richText.red"],
  ["#d9480f", "richText.orange"],
  ["#2b8a3e", "richText.green"],
  ["#1971c2", "richText.blue"],
  ["#9c36b5", "richText.violet"],
  ["#868e96", "richText.grey"],
] as const;

export function ColourControl({ editor }: TextControlProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const colour = useEditorState({
    editor,
    selector: ({ editor: now }) => String(now.getAttributes("textStyle").color ?? ""),
  });
  const choose = (chosen: string | null) => {
    setOpen(false);
    const chain = editor.chain().focus();
    if (chosen === null) chain.unsetColor().run();
    else chain.setColor(chosen).run();
  };
  return (
    <Popover opened={isOpen} onChange={setOpen} trapFocus withinPortal>
      <Popover.Target>
        <RichTextEditor.Control
          aria-label={t("richText.colour")}
          title={t("richText.colour")}
          active={colour !== ""}
          onClick={() => setOpen(!isOpen)}
        >
          <IconPalette size={16} stroke={1.5} aria-hidden style={colour === "" ? undefined : { color: colour }} />
        </RichTextEditor.Control>
      </Popover.Target>
      <Popover.Dropdown {...KEEPS_ESCAPE}>
        <div className={styles.colours}>
          {TEXT_COLOURS.map(([value, name]) => (
            <button
              key={value}
              type="button"
              className={styles.colour}
              style={{ background: value }}
              aria-label={t(name)}
              title={t(name)}
              onClick={() => choose(value)}
            />
          ))}
        </div>
        <Button variant="subtle" size="compact-sm" mt={8} fullWidth onClick={() => choose(null)}>
          {t("richText.noColour")}
        </Button>
      </Popover.Dropdown>
    </Popover>
  );
}
