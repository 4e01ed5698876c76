/** A part of a page that accepts files: dropped on it, or pasted while it is mounted. */
import { type ReactNode, useEffect } from "react";
import { DropVeil } from "#ui/DropVeil.tsx";
import { useFileDropTarget } from "#ui/useFileDropTarget.ts";
import { useLatest } from "#ui/useLatest.ts";
import styles from "./FileDrop.module.css";

interface FileDropProps {
  /** Shown while files hover over it. */
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: ReactNode;
}

export function FileDrop({ label, onFiles, children }: FileDropProps) {
  const latest = useLatest(onFiles);
  useEffect(() => {
    function handlePaste(event: ClipboardEvent) {
      const files = [...(event.clipboardData?.files ?? [])];
      // Pasted text may include an image of the same text.
      if (files.length === 0 || event.clipboardData?.types.includes("text/plain")) return;
      event.preventDefault();
      latest.current(files);
    }
    document.addEventListener("paste", handlePaste);
    return () => document.removeEventListener("paste", handlePaste);
  }, []);
  const { isOver, handlers } = useFileDropTarget({
    onDrop: ({ files }) => latest.current([...files]),
    isPartOfTarget: true,
  });
  return (
    <div className={styles.area} {...handlers}>
      {children}
      {isOver && <DropVeil label={label} />}
    </div>
  );
}
