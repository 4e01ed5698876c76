/** A page that accepts files and folders to upload. */
import type { ReactNode } from "react";
import { DropVeil } from "#ui/DropVeil.tsx";
import { type TakeFiles, takeDroppedFiles } from "#ui/dropped-files.ts";
import { useFileDropTarget } from "#ui/useFileDropTarget.ts";
import styles from "./DropArea.module.css";

interface DropAreaProps {
  /** Shown while files hover over it. */
  readonly label: string;
  readonly onFiles: (take: TakeFiles) => void;
  readonly children: ReactNode;
}

export function DropArea({ label, onFiles, children }: DropAreaProps) {
  const { isOver, handlers } = useFileDropTarget({ onDrop: (transfer) => onFiles(takeDroppedFiles(transfer)) });
  return (
    <section className={styles.area} aria-label={label} {...handlers}>
      {children}
      {isOver && <DropVeil label={label} isWholePage />}
    </section>
  );
}
