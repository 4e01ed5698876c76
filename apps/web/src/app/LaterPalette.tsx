/** The command palette: initially only its key is listened to; its code loads on first use. */
import { Suspense, useEffect, useRef, useState } from "react";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { onOpenPalette, openPalette } from "#ui/palette-opener.ts";

const CommandPalette = lazyPartWithTexts(
  () => import("./palette/CommandPalette.tsx"),
  (part) => part.CommandPalette,
);

/** Where the key has another function: a modal dialog is open, or it creates a link in rich text. */
const NOT_HERE = "[role=dialog][aria-modal=true], [contenteditable]";

const isPaletteKey = ({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "k" && ctrlKey !== metaKey && !altKey && !shiftKey;

export function LaterPalette() {
  const [isOpen, setOpen] = useState(false);
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!isPaletteKey(event) || event.defaultPrevented || (event.target as Element).closest?.(NOT_HERE)) return;
      event.preventDefault();
      openPalette();
    };
    const stop = onOpenPalette(() => {
      focused.current = document.activeElement;
      setOpen(true);
    });
    window.addEventListener("keydown", handleKey);
    return () => {
      stop();
      window.removeEventListener("keydown", handleKey);
    };
  }, []);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <CommandPalette
        onClose={() => {
          setOpen(false);
          if (focused.current instanceof HTMLElement) focused.current.focus({ preventScroll: true });
        }}
      />
    </Suspense>
  );
}
