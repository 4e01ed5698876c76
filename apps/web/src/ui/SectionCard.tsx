/** A titled part of a page of settings. */
import { Title } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./SectionCard.module.css";

interface SectionCardProps {
  /** Of its title in the document. */
  readonly id: string;
  readonly title: string;
  /** Whether nothing around it keeps a distance to what stands above. */
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
