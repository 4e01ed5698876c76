/** Content that is printed instead of the page, and not shown on the screen. */
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import styles from "./PrintOnly.module.css";

export function PrintOnly({ children }: { readonly children: ReactNode }) {
  return createPortal(<div className={styles.printed}>{children}</div>, document.body);
}
