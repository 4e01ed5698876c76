import { useEffect } from "react";
import { isTyping } from "#ui/is-typing.ts";
import { useLatest } from "#ui/useLatest.ts";
import { commandOfKey, type ReaderCommand } from "./reader-commands.ts";
import type { ReaderExtras, ReaderHandle } from "./reader-props.ts";

/** Elements with key handling of their own. */
const OWN_KEYS = "[role=menu], [role=listbox], [role=dialog], video, audio, iframe";
/** A button handles Space and Enter itself. */
const PRESSABLE = "button, a, summary, select";

interface ReaderKeysInput {
  readonly reader: ReaderHandle;
  readonly keys: ReaderExtras["keys"];
  /** Whether a dialog of the reader is open, which handles its own keys. */
  readonly isSuspended: boolean;
  readonly onCommand: (command: ReaderCommand) => void;
  /** The scrolling element of the pages. */
  readonly scroller: { readonly current: HTMLElement | null };
}

/** Keys work wherever the focus is on the page, except in text fields. */
export function useReaderKeys(input: ReaderKeysInput): void {
  const latest = useLatest(input);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const { reader, keys, isSuspended, onCommand, scroller } = latest.current;
      const target = event.target instanceof Element ? event.target : document.body;
      const isControl = event.ctrlKey || event.metaKey;
      if (event.defaultPrevented || isSuspended || target.closest(OWN_KEYS)) return;
      if (isTyping(target) && !isControl) return;
      if (event.key === " " && target.closest(PRESSABLE)) return;
      const isNowhere = target === document.body || target.matches("main, html");
      const isOnPages = isNowhere || (scroller.current?.contains(target) ?? false);
      const own = isControl || event.altKey ? undefined : keys?.[event.key.toLowerCase()];
      const command = commandOfKey(event, isOnPages && !isTyping(target));
      if (own) own(reader);
      else if (command) onCommand(command);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", press);
    return () => window.removeEventListener("keydown", press);
  }, []);
}
