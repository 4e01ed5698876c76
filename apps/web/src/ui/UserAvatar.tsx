/** The user's picture or initials, hidden from screen readers: the name is part of the surroundings. */
import { useState } from "react";
import styles from "./UserAvatar.module.css";

const MAX_INITIALS = 2;

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, MAX_INITIALS)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");

interface UserAvatarProps {
  readonly name: string;
  /** URL of the picture; null: none. */
  readonly src: string | null;
  readonly className?: string | undefined;
}

export function UserAvatar({ name, src, className }: UserAvatarProps) {
  /** URL that could not be loaded: the initials are shown instead. */
  const [failed, setFailed] = useState<string | null>(null);
  const isShown = src !== null && src !== failed;
  return (
    <span
      className={`${styles.avatar} ${className ?? ""}`}
      {...(isShown ? {} : { "data-initials": initialsOf(name) })}
      aria-hidden
    >
      {isShown && <img className={styles.picture} src={src} alt="" decoding="async" onError={() => setFailed(src)} />}
    </span>
  );
}
