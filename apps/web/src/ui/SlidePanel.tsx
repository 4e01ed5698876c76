import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { usePanelSlot } from "./panel-slot.ts";
import classes from "./SlidePanel.module.css";

const ICON_STROKE = 1.5;

interface SlidePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Stays in view below what scrolls. */
  readonly footer?: ReactNode;
  /** `wide`: for much text. */
  readonly size?: "normal" | "wide";
  readonly children: ReactNode;
}

/**
 * The frame of every panel on the slide page; its body scrolls, also by keyboard. It takes the focus when it opens,
 * except where what is in it has done so; whoever works on the slide from here gives it to the slide. Escape closes it.
 */
export function SlidePanel({ title, onClose, footer, size = "normal", children }: SlidePanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { element, subject } = usePanelSlot();
  const panel = useRef<HTMLElement>(null);
  const body = useRef<HTMLElement>(null);
  useEffect(() => {
    if (element && !panel.current?.contains(document.activeElement)) body.current?.focus({ preventScroll: true });
  }, [element]);
  if (!element) return null;
  return createPortal(
    <aside
      ref={panel}
      className={classes.panel}
      data-size={size}
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        // A dialog that was opened from here lies elsewhere on the page: Escape there is meant for it.
        const isFromHere = event.currentTarget.contains(event.target as Node);
        if (event.key !== "Escape" || event.defaultPrevented || !isFromHere) return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={classes.header}>
        <h2 id={titleId}>{subject === undefined ? title : `${title}: ${subject}`}</h2>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t("ui.close")} onClick={onClose}>
          <IconX size={18} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section ref={body} className={classes.body} tabIndex={0} aria-labelledby={titleId}>
        {children}
      </section>
      {footer && <footer className={classes.footer}>{footer}</footer>}
    </aside>,
    element,
  );
}
