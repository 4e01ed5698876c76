/** Annotation files that are dropped or pasted on a slide page, and pasted text from other programs. */
import { useEffect, useState } from "react";
import { carriesFiles } from "#ui/dropped-files.ts";
import { isTyping } from "#ui/is-typing.ts";
import { isForeignAnnotationText } from "./dropped-file.ts";

interface DroppedFilesOptions {
  readonly isEnabled: boolean;
  /** File name to show for pasted text. */
  readonly pastedName: string;
  readonly onFile: (file: File) => void;
}

/** @returns whether files hover over the page. */
export function useDroppedFiles({ isEnabled, pastedName, onFile }: DroppedFilesOptions): boolean {
  // Entering a child fires before leaving its parent, so depth is counted.
  const [depth, setDepth] = useState(0);
  useEffect(() => {
    if (!isEnabled) return;
    // Parts of the page that accept files handle their own events.
    const isMeant = (event: DragEvent): boolean => !event.defaultPrevented && carriesFiles(event.dataTransfer);
    const handleEnter = (event: DragEvent): void => {
      if (carriesFiles(event.dataTransfer)) setDepth((before) => before + 1);
    };
    const handleLeave = (event: DragEvent): void => {
      if (carriesFiles(event.dataTransfer)) setDepth((before) => Math.max(0, before - 1));
    };
    const handleOver = (event: DragEvent): void => {
      if (!isMeant(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
    };
    const handleEnd = (): void => setDepth(0);
    const handleDrop = (event: DragEvent): void => {
      if (!isMeant(event)) return;
      event.preventDefault();
      const file = event.dataTransfer?.files[0];
      if (file) onFile(file);
    };
    const handlePaste = (event: ClipboardEvent): void => {
      if (event.defaultPrevented || isTyping(event.target)) return;
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData("text/plain") ?? "";
      if (!file && !isForeignAnnotationText(text)) return;
      event.preventDefault();
      event.stopPropagation();
      onFile(file ?? new File([text], pastedName, { type: "text/plain" }));
    };
    const listeners = [
      ["dragenter", handleEnter, true],
      ["dragleave", handleLeave, true],
      ["dragover", handleOver, false],
      ["dragend", handleEnd, true],
      ["drop", handleEnd, true],
      ["drop", handleDrop, false],
      // Runs before the handler for copied annotations, which would accept the valid ones and not report the others.
      ["paste", handlePaste, true],
    ] as [string, EventListener, boolean][];
    for (const [name, listener, capture] of listeners) window.addEventListener(name, listener, { capture });
    return () => {
      for (const [name, listener, capture] of listeners) window.removeEventListener(name, listener, { capture });
    };
  }, [isEnabled, pastedName, onFile]);
  return depth > 0;
}
