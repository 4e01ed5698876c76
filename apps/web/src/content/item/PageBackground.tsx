/** The head of a course or folder page on its background colour and image; text stays readable on both. */
import type { BackgroundPosition, BackgroundStyle } from "@parfocal/core/item/item-appearance.ts";
import type { CSSProperties, ReactNode } from "react";
import styles from "./PageBackground.module.css";
import { wordsOn } from "./words-on.ts";

export interface Backdrop {
  /** `#rrggbb`; null: none. */
  readonly background: string | null;
  /** Path of the image; null: none. */
  readonly backgroundUrl: string | null;
  readonly backgroundPosition: BackgroundPosition;
  readonly backgroundStyle: BackgroundStyle;
}

const SIZE_OF: Readonly<Record<BackgroundStyle, string>> = { cover: "cover", contain: "contain", tile: "auto" };

export function PageBackground({ look, children }: { readonly look: Backdrop; readonly children: ReactNode }) {
  const { background, backgroundUrl, backgroundPosition, backgroundStyle } = look;
  if (background === null && backgroundUrl === null) return children;
  const style: CSSProperties = {
    ...(background === null ? {} : { backgroundColor: background }),
    ...(backgroundUrl === null
      ? {}
      : {
          backgroundImage: `url("${encodeURI(backgroundUrl)}")`,
          backgroundPosition,
          backgroundSize: SIZE_OF[backgroundStyle],
          backgroundRepeat: backgroundStyle === "tile" ? "repeat" : "no-repeat",
        }),
  };
  const words = background === null ? "page" : wordsOn(background);
  return (
    <div
      className={styles.backdrop}
      style={style}
      data-words={words}
      data-picture={backgroundUrl !== null || undefined}
    >
      <div className={styles.inner}>{children}</div>
    </div>
  );
}
