/** A collapsible part of a tool panel, collapsed initially. */
import type { ReactNode } from "react";
import styles from "./PanelPart.module.css";

interface PanelPartProps {
  readonly title: string;
  readonly isOpen?: boolean;
  readonly children: ReactNode;
}

export function PanelPart({ title, isOpen = false, children }: PanelPartProps) {
  return (
    <details className={styles.part} open={isOpen || undefined}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}
