/** The small picture of a result, or its kind's icon where there is none or it cannot be had. */
import type { Icon } from "@tabler/icons-react";
import { useState } from "react";
import styles from "./Search.module.css";

interface ResultPictureProps {
  /** Path, or address on another server; null: none. */
  readonly source: string | null;
  /** CSS filter that it is seen through. */
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
          // Another server gets no cookies, and learns nothing of the page.
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
