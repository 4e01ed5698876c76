import { ActionIcon } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconX } from "@tabler/icons-react";
import { type ReactNode, useEffect, useId, useRef } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { usePanelSlot } from "./panel-slot.ts";
import { SheetHandle } from "./SheetHandle.tsx";
import classes from "./SlidePanel.module.css";
import { type SheetHeight, useSheetHeight } from "./sheet-height.ts";

const ICON_STROKE = 1.5;

/** For requests to open a panel that is already open: it is not opened again, so it does not take the focus itself. */
export function focusOpenPanel(): void {
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>("[data-slide-panel] > section")?.focus({ preventScroll: true }),
  );
}

interface SlidePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Stays visible below the scrolling content. */
  readonly footer?: ReactNode;
  /** `wide`: for much text. */
  readonly size?: "normal" | "wide";
  /** Text of the line to which the panel can be collapsed. */
  readonly line?: ReactNode;
  readonly isFolded?: boolean;
  readonly onFold?: (isFolded: boolean) => void;
  readonly children: ReactNode;
}

/**
 * The frame of every panel on the slide page; its body scrolls, also by keyboard. It takes the focus when it opens,
 * unless its content has done so; tools that work on the slide pass the focus to the slide. Escape closes it.
 */
export function SlidePanel({
  title,
  onClose,
  footer,
  size = "normal",
  line,
  isFolded = false,
  onFold,
  children,
}: SlidePanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { element, subject, isSmallScreen } = usePanelSlot();
  const [chosenHeight, chooseHeight] = useSheetHeight();
  const height: SheetHeight = isFolded ? "peek" : chosenHeight;
  const isLine = isFolded || (isSmallScreen && height === "peek");
  const changeHeight = (next: SheetHeight): void => {
    onFold?.(next === "peek");
    if (next !== "peek" || !onFold) chooseHeight(next);
  };
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
      data-height={height}
      data-line={isLine || undefined}
      data-slide-panel=""
      aria-labelledby={titleId}
      onKeyDown={(event) => {
        // A dialog opened from here is elsewhere in the document: Escape there closes the dialog.
        const isFromHere = event.currentTarget.contains(event.target as Node);
        if (event.key !== "Escape" || event.defaultPrevented || !isFromHere) return;
        event.stopPropagation();
        onClose();
      }}
    >
      {isSmallScreen && <SheetHandle height={height} onChange={changeHeight} sheet={panel} />}
      <header className={classes.header}>
        <h2 id={titleId}>{subject === undefined ? title : `${title}: ${subject}`}</h2>
        {isLine && <div className={classes.line}>{line}</div>}
        {onFold && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={32}
            aria-label={isLine ? t("ui.showMore") : t("ui.showLess")}
            aria-expanded={!isLine}
            onClick={() => changeHeight(isLine ? (chosenHeight === "full" ? "full" : "half") : "peek")}
          >
            {isLine ? (
              <IconChevronDown size={18} stroke={ICON_STROKE} aria-hidden />
            ) : (
              <IconChevronUp size={18} stroke={ICON_STROKE} aria-hidden />
            )}
          </ActionIcon>
        )}
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t("ui.close")} onClick={onClose}>
          <IconX size={18} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <section ref={body} className={classes.body} tabIndex={0} aria-labelledby={titleId} hidden={isLine}>
        {children}
      </section>
      {footer && !isLine && <footer className={classes.footer}>{footer}</footer>}
    </aside>,
    element,
  );
}
