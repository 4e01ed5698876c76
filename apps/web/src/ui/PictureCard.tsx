/** A card with a large image: a course, a folder, a slide. */
import type { Icon } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import styles from "./CardGrid.module.css";

interface PictureCardProps {
  readonly title: string;
  /** Null: it cannot be opened (yet). */
  readonly href: string | null;
  /** Path of the image, or its URL on another server; null: none. */
  readonly picture: string | null;
  /** CSS filter for the image. */
  readonly filter?: string | undefined;
  /** Shown if there is no image, or it cannot be loaded. */
  readonly icon: Icon;
  readonly tint?: "folder" | "slide";
  readonly text?: string;
  readonly isInactive?: boolean;
  /** Heading level of its title. */
  readonly level?: 2 | 3;
  /** A badge or button in the upper corner. */
  readonly corner?: ReactNode;
  /** Details at the bottom. */
  readonly children?: ReactNode;
}

export function PictureCard({
  title,
  href,
  picture,
  filter,
  icon: PlaceholderIcon,
  tint = "slide",
  text,
  isInactive,
  level = 3,
  corner,
  children,
}: PictureCardProps) {
  const Heading = `h${level}` as const;
  const placeholder = (
    <div className={styles.placeholder} data-tint={tint}>
      <PlaceholderIcon size={44} stroke={1.25} aria-hidden />
    </div>
  );
  return (
    <article className={styles.card} data-inactive={isInactive || undefined}>
      <div className={styles.hero}>
        {picture === null ? (
          placeholder
        ) : (
          <Picture key={picture} source={picture} filter={filter} standIn={placeholder} />
        )}
      </div>
      <div className={styles.text}>
        <Heading className={styles.title}>{href === null ? title : <Link to={href}>{title}</Link>}</Heading>
        {text && <p className={styles.more}>{text}</p>}
        {children && <div className={styles.facts}>{children}</div>}
      </div>
      {corner && <div className={styles.corner}>{corner}</div>}
    </article>
  );
}

interface PictureProps {
  readonly source: string;
  readonly filter: string | undefined;
  /** Shown if it cannot be loaded. */
  readonly standIn: ReactNode;
}

/** Invisible until it is loaded, to avoid flashing a broken image. */
function Picture({ source, filter, standIn }: PictureProps) {
  const [state, setState] = useState<"loading" | "there" | "failed">("loading");
  if (state === "failed") return standIn;
  return (
    <img
      src={source}
      // Another server receives no cookies and no referrer.
      {...(source.startsWith("/") ? {} : { crossOrigin: "anonymous", referrerPolicy: "no-referrer" })}
      alt=""
      style={{ filter }}
      loading="lazy"
      decoding="async"
      data-loading={state === "loading" || undefined}
      onLoad={() => setState("there")}
      onError={() => setState("failed")}
    />
  );
}

interface CardGridProps {
  readonly children: ReactNode;
  /** Wider cards, at most three in a row. */
  readonly isLarge?: boolean;
  /** Default: cards. `list`: one row each; `compact`: only titles. */
  readonly displayStyle?: "cards" | "list" | "compact";
}

export function CardGrid({ children, isLarge = false, displayStyle = "cards" }: CardGridProps) {
  return (
    <ul className={styles.grid} data-large={isLarge || undefined} data-style={displayStyle}>
      {children}
    </ul>
  );
}
