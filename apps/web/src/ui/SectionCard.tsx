/** A titled section of a settings page. */
import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./SectionCard.module.css";

interface SectionCardProps {
  /** ID of its title in the document. */
  readonly id: string;
  readonly title: string;
  /** Whether it needs a margin at the top, as nothing around it provides one. */
  readonly hasSpaceAbove?: boolean;
  readonly children: ReactNode;
}

export function SectionCard({ id, title, hasSpaceAbove = false, children }: SectionCardProps) {
  return (
    <section className={styles.card} data-space-above={hasSpaceAbove || undefined} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}
