/** Outline, thumbnails and the tabs of other slices: beside the pages, or over them on a small screen. */
import { ActionIcon, Drawer } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useId } from "react";
import { useTranslation } from "react-i18next";
import { ToolButton } from "#ui/ToolButton.tsx";
import styles from "./Reader.module.css";
import type { ReaderHandle, ReaderPanelPart } from "./reader-props.ts";

interface ReaderPanelProps {
  readonly parts: readonly ReaderPanelPart[];
  /** Name of the open tab. */
  readonly open: string;
  readonly reader: ReaderHandle;
  readonly isSmall: boolean;
  readonly onOpen: (name: string) => void;
  readonly onClose: () => void;
}

export function ReaderPanel(props: ReaderPanelProps) {
  const { t } = useTranslation();
  const { isSmall, onClose } = props;
  if (!isSmall)
    return (
      <aside className={styles.panel} aria-label={t("textbookReader.panel")} onKeyDown={closeByEscape(onClose)}>
        <PanelTabs {...props} />
      </aside>
    );
  return (
    <Drawer
      opened
      onClose={onClose}
      position="bottom"
      size="70%"
      withCloseButton={false}
      padding={0}
      aria-label={t("textbookReader.panel")}
      styles={{ body: { height: "100%" } }}
    >
      <div className={styles.panel}>
        <PanelTabs {...props} />
      </div>
    </Drawer>
  );
}

const closeByEscape = (onClose: () => void) => (event: KeyboardEvent) => {
  // A dialog that was opened from here is rendered elsewhere in the page.
  const isFromHere = event.currentTarget.contains(event.target as Node);
  if (event.key !== "Escape" || event.defaultPrevented || !isFromHere) return;
  event.stopPropagation();
  onClose();
};

function PanelTabs({ parts, open, reader, onOpen, onClose }: ReaderPanelProps): ReactNode {
  const { t } = useTranslation();
  const id = useId();
  const shown = parts.find(({ name }) => name === open) ?? parts[0];
  if (!shown) return null;
  return (
    <>
      <div className={styles.tabs} role="toolbar" aria-label={t("textbookReader.panelParts")}>
        {parts.map(({ name, label, icon }) => (
          <ToolButton
            key={name}
            icon={icon}
            label={label}
            isOn={name === shown.name}
            tooltipPosition="bottom-start"
            onClick={() => onOpen(name)}
          />
        ))}
      </div>
      <div className={styles.panelHead}>
        <h2 id={id}>{shown.label}</h2>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t("ui.close")} onClick={onClose}>
          <IconX size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section key={shown.name} className={styles.panelBody} aria-labelledby={id} tabIndex={0}>
        {shown.render(reader)}
      </section>
    </>
  );
}
