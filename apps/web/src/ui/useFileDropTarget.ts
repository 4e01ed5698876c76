import { type DragEvent, useState } from "react";
import { carriesFiles } from "./dropped-files.ts";

interface FileDropTargetOptions {
  /** Called in the event itself: the browser empties the transfer afterwards. */
  readonly onDrop: (transfer: DataTransfer) => void;
  /** Whether this is a part of a page that accepts files too: files dropped here are not handled by the page. */
  readonly isPartOfTarget?: boolean;
}

/** An element that files can be dropped on. @returns whether files hover over it, and its event handlers. */
export function useFileDropTarget({ onDrop, isPartOfTarget = false }: FileDropTargetOptions) {
  // Entering a child fires before leaving its parent, so depth is counted.
  const [depth, setDepth] = useState(0);
  function accepts(event: DragEvent): boolean {
    if (!carriesFiles(event.dataTransfer)) return false;
    event.preventDefault();
    if (isPartOfTarget) event.stopPropagation();
    return true;
  }
  return {
    isOver: depth > 0,
    handlers: {
      onDragEnter: (event: DragEvent) => {
        if (accepts(event)) setDepth((before) => before + 1);
      },
      onDragLeave: (event: DragEvent) => {
        if (accepts(event)) setDepth((before) => Math.max(0, before - 1));
      },
      onDragOver: (event: DragEvent) => {
        if (accepts(event)) event.dataTransfer.dropEffect = "copy";
      },
      onDrop: (event: DragEvent) => {
        if (!accepts(event)) return;
        setDepth(0);
        onDrop(event.dataTransfer);
      },
    },
  };
}
