/** A message in place of content: empty, no access, or failed; it explains the situation and offers the next step. */
import { Text, Title } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./StateMessage.module.css";

interface StateMessageProps {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
  /** Buttons for the next step. */
  readonly children?: ReactNode;
  /** Whether screen readers announce it immediately. */
  readonly isAlert?: boolean;
  /** Whether it is the page's only content, with its title as the page's heading. */
  readonly isWholePage?: boolean;
}

export function StateMessage({
  icon: StateIcon,
  title,
  text,
  children,
  isAlert = false,
  isWholePage = true,
}: StateMessageProps) {
  return (
    <div className={styles.message} role={isAlert ? "alert" : undefined} data-whole-page={isWholePage || undefined}>
      <span className={styles.icon}>
        <StateIcon size={28} stroke={1.5} aria-hidden />
      </span>
      <Title order={isWholePage ? 1 : 2} className={styles.title}>
        {title}
      </Title>
      <Text c="dimmed" maw="34rem">
        {text}
      </Text>
      {children && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
