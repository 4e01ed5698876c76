/** The frame of a panel beside the slides of a case: a column on wide screens, a sheet from below on small ones. */
import { ActionIcon } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { type ReactNode, type Ref, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { SheetHandle } from "#ui/SheetHandle.tsx";
import { useSheetHeight } from "#ui/sheet-height.ts";
import classes from "./CasePanel.module.css";

interface CasePanelProps {
  readonly title: string;
  readonly onClose: () => void;
  readonly footer?: ReactNode;
  /** Whether its content has its own padding and scrolling. */
  readonly isFilled?: boolean;
  /** The scrolling element, which can take the focus. */
  readonly bodyRef?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

export function CasePanel({ title, onClose, footer, isFilled = false, bodyRef, children }: CasePanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const panel = useRef<HTMLElement>(null);
  const [height, setHeight] = useSheetHeight();
  return (
    <aside ref={panel} className={classes.panel} data-height={height} aria-labelledby={titleId}>
      <div className={classes.handle}>
        <SheetHandle height={height} onChange={setHeight} sheet={panel} />
      </div>
      <header className={classes.header}>
        <h2 id={titleId}>{title}</h2>
        <ActionIcon variant="subtle" color="gray" size={36} aria-label={t("case.close")} onClick={onClose}>
          <IconX size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </header>
      {isFilled ? (
        <div className={classes.filled}>{children}</div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section ref={bodyRef} className={classes.body} tabIndex={0} aria-labelledby={titleId}>
          {children}
        </section>
      )}
      {footer && <footer className={classes.footer}>{footer}</footer>}
    </aside>
  );
}
