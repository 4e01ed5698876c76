/** The thumbnail of a result, or the icon of its type if there is none or it cannot be loaded. */
import type { Icon } from "@tabler/icons-react";
import { useState } from "react";
import styles from "./Search.module.css";

interface ResultPictureProps {
  /** Path, or URL on another server; null: none. */
  readonly source: string | null;
  /** CSS filter of the thumbnail. */
  readonly filter: string | undefined;
  readonly icon: Icon;
}

export function ResultPicture({ source, filter, icon: KindIcon }: ResultPictureProps) {
  const [hasFailed, setFailed] = useState(false);
  return (
    <span className={styles.picture}>
      {source === null || hasFailed ? (
        <KindIcon size={28} stroke={1.25} aria-hidden />
      ) : (
        <img
          src={source}
          // Another server receives no cookies and no referrer.
          {...(source.startsWith("/") ? {} : { crossOrigin: "anonymous", referrerPolicy: "no-referrer" })}
          alt=""
          style={{ filter }}
          loading="lazy"
          decoding="async"
          onError={() => setFailed(true)}
        />
      )}
    </span>
  );
}
