/** Text with highlighted search terms. It is plain text, never interpreted as HTML. */
import type { TextSegment } from "@parfocal/core/search/search.contract.ts";
import styles from "./Search.module.css";

export function MarkedText({ parts }: { readonly parts: readonly TextSegment[] }) {
  return parts.map(({ text, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text, which never change places
      <mark key={index} className={styles.mark}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
