/** The user's initials, for the eye alone: whatever they stand in says the name. */
import type { SessionUser } from "@parfocal/core/session/session.contract.ts";
import styles from "./UserAvatar.module.css";

const MAX_INITIALS = 2;

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, MAX_INITIALS)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

export function UserAvatar({ user }: { readonly user: SessionUser }) {
  return <span className={styles.avatar} data-initials={initialsOf(user.displayName)} aria-hidden />;
}
