/** What is printed in place of the page, and not seen on the screen. */
import type { ReactNode } from "react";
import { createPortal } from "react-dom";
import styles from "./PrintOnly.module.css";

export function PrintOnly({ children }: { readonly children: ReactNode }) {
  return createPortal(<div className={styles.printed}>{children}</div>, document.body);
}
