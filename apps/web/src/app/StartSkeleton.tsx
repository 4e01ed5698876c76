/** Shown first: the header's logo, so that the page is not blank. */
import { ParfocalMark } from "#ui/ParfocalMark.tsx";
import styles from "./Shell.module.css";

export function StartSkeleton() {
  return (
    <div className={styles.header} aria-hidden>
      <ParfocalMark size={28} />
    </div>
  );
}
