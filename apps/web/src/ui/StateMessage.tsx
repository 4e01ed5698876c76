/** Stands where content would: an empty place, a refusal, a failure; says what is the case and offers a way on. */
import { Text, Title } from "@mantine/core";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./StateMessage.module.css";

interface StateMessageProps {
  readonly icon: Icon;
  readonly title: string;
  readonly text: string;
  /** Buttons: the way on. */
  readonly children?: ReactNode;
  /** Read out at once by screen readers. */
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
