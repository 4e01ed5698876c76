/** A card with a picture as its hero: a course, a folder, a slide. */
import type { Icon } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import styles from "./CardGrid.module.css";

interface PictureCardProps {
  readonly title: string;
  /** null: it cannot be opened (yet). */
  readonly href: string | null;
  /** Path of the picture; null: none. */
  readonly picture: string | null;
  /** Stands where there is no picture. */
  readonly icon: Icon;
  readonly tint?: "folder" | "slide";
  readonly text?: string;
  readonly isInactive?: boolean;
  /** Level of its title in the page's outline. */
  readonly level?: 2 | 3;
  /** Small facts at the foot. */
  readonly children?: ReactNode;
}

export function PictureCard({
  title,
  href,
  picture,
  icon: PlaceholderIcon,
  tint = "slide",
  text,
  isInactive,
  level = 3,
  children,
}: PictureCardProps) {
  const Heading = `h${level}` as const;
  return (
    <article className={styles.card} data-inactive={isInactive || undefined}>
      <div className={styles.hero}>
        {picture === null ? (
          <div className={styles.placeholder} data-tint={tint}>
            <PlaceholderIcon size={44} stroke={1.25} aria-hidden />
          </div>
        ) : (
          <Picture key={picture} source={picture} />
        )}
      </div>
      <div className={styles.text}>
        <Heading className={styles.title}>{href === null ? title : <Link to={href}>{title}</Link>}</Heading>
        {text && <p className={styles.more}>{text}</p>}
        {children && <div className={styles.facts}>{children}</div>}
      </div>
    </article>
  );
}

/** Stays unseen until it has come, so that no broken frame flashes. */
function Picture({ source }: { readonly source: string }) {
  const [isLoading, setLoading] = useState(true);
  return (
    <img
      src={source}
      alt=""
      loading="lazy"
      decoding="async"
      data-loading={isLoading || undefined}
      onLoad={() => setLoading(false)}
    />
  );
}

interface CardGridProps {
  readonly children: ReactNode;
  /** Wider cards, three in a row at most. */
  readonly isLarge?: boolean;
}

export function CardGrid({ children, isLarge = false }: CardGridProps) {
  return (
    <ul className={styles.grid} data-large={isLarge || undefined}>
      {children}
    </ul>
  );
}
