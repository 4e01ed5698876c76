/** Title, description and actions of a page. */
import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./PageHeading.module.css";

interface PageHeadingProps {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}

export function PageHeading({ title, text, children }: PageHeadingProps) {
  return (
    <div className={styles.heading}>
      <div className={styles.words}>
        <Title order={1}>{title}</Title>
        {text && (
          <Text c="dimmed" maw="44rem" mt={4} style={{ whiteSpace: "pre-line" }}>
            {text}
          </Text>
        )}
      </div>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
