import { IconUpload } from "@tabler/icons-react";
import styles from "./DropVeil.module.css";

interface DropVeilProps {
  readonly label: string;
  /** Covers the page below its header; otherwise the positioned element around it. */
  readonly isWholePage?: boolean;
}

/** Covers the element over which files hover. Screen reader users do not drag; they use the button inside. */
export function DropVeil({ label, isWholePage = false }: DropVeilProps) {
  return (
    <div className={styles.veil} data-whole-page={isWholePage || undefined} aria-hidden>
      <span className={styles.label}>
        <IconUpload size={24} stroke={1.5} /> {label}
      </span>
    </div>
  );
}
