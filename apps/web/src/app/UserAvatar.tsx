/** The user's initials, for the eye alone: whatever they stand in says the name. */

import { Avatar } from "@mantine/core";
import type { SessionUser } from "@parfocal/core/session/session.contract.ts";
import styles from "./UserAvatar.module.css";

const AVATAR_PX = 34;
const MOST_INITIALS = 2;

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, MOST_INITIALS)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

export function UserAvatar({ user }: { readonly user: SessionUser }) {
  return (
    <Avatar color="hematoxylin" variant="filled" size={AVATAR_PX} radius="50%" aria-hidden>
      <span className={styles.initials} data-initials={initialsOf(user.displayName)} />
    </Avatar>
  );
}
