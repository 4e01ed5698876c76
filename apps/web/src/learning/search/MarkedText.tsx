/** Text with the words marked that were looked for. It is text: nothing of it is ever read as HTML. */
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
