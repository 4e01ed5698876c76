/** A part of a page that accepts files: dropped on it, or pasted while it is shown. */
import { IconUpload } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useEffect, useState } from "react";
import { carriesFiles } from "#ui/dropped-files.ts";
import { useLatest } from "#ui/useLatest.ts";
import styles from "./FileDrop.module.css";

interface FileDropProps {
  /** Shown while files hover over it. */
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

export function FileDrop({ label, onFiles, children }: FileDropProps) {
  // Entering a child fires before leaving its parent, so depth is counted.
  const [depth, setDepth] = useState(0);
  const latest = useLatest(onFiles);
  useEffect(() => {
    function handlePaste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])];
      // A text that is pasted into a field may bring a picture of itself along.
      if (files.length === 0 || event.clipboardData?.types.includes("text/plain")) return;
      event.preventDefault();
      latest.current(files);
    }
    document.addEventListener("paste", handlePaste);
    return () => document.removeEventListener("paste", handlePaste);
  }, []);

  /** The page around may take dropped slides; these are meant for here. */
  function takes(event: DragEvent): boolean {
    if (!carriesFiles(event.dataTransfer)) return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  }
  function handleDrop(event: DragEvent) {
    if (!takes(event)) return;
    setDepth(0);
    latest.current([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the button inside
    <div
      className={styles.area}
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
    </div>
  );
}
