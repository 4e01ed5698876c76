/** Drop area for files and folders to upload. */
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useState } from "react";
import { carriesFiles, type TakeFiles, takeDroppedFiles } from "#ui/dropped-files.ts";
import styles from "./DropArea.module.css";

interface DropAreaProps {
  /** Shown while files hover over it. */
  readonly label: string;
  readonly onFiles: (take: TakeFiles) => void;
  readonly children: ReactNode;
}

export function DropArea({ label, onFiles, children }: DropAreaProps) {
  // Entering a child fires before leaving its parent, so depth is counted.
  const [depth, setDepth] = useState(0);

  function takes(event: DragEvent): boolean {
    if (!carriesFiles(event.dataTransfer)) return false;
    event.preventDefault();
    return true;
  }

  function handleDrop(event: DragEvent) {
    if (!takes(event)) return;
    setDepth(0);
    onFiles(takeDroppedFiles(event.dataTransfer));
  }

  return (
    <section
      className={styles.area}
      aria-label={label}
      onDragEnter={(event) => takes(event) && setDepth((before) => before + 1)}
      onDragLeave={(event) => takes(event) && setDepth((before) => Math.max(0, before - 1))}
      onDragOver={(event) => {
        if (takes(event)) event.dataTransfer.dropEffect = "copy";
      }}
      onDrop={handleDrop}
    >
      {children}
      {depth > 0 && (
        <div className={styles.veil} aria-hidden>
          <span className={styles.label}>
            <IconUpload size={24} stroke={1.5} /> {label}
          </span>
        </div>
      )}
    </section>
  );
}
