/** A button whose menu is loaded when the page has settled, or at first use, without losing a press in between. */
import { type FocusEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useIsSettled } from "./settled.ts";
import { untilFetched } from "./until-fetched.ts";

interface LaterPart<Part> {
  /** Null: not loaded yet, or the button is in use; show only the button. */
  readonly part: Part | null;
  /** The button was pressed: the part opens immediately. */
  readonly isRequested: boolean;
  /** For the button that is shown until the part is loaded. */
  readonly buttonProps: {
    readonly "aria-haspopup": "menu";
    readonly "aria-expanded": false;
    readonly onClick: () => void;
    readonly onFocus: () => void;
    readonly onBlur: (event: FocusEvent) => void;
    readonly onPointerDown: () => void;
    readonly onPointerUp: (event: PointerEvent) => void;
    readonly onPointerLeave: (event: PointerEvent) => void;
  };
}

/**
 * The button is not replaced while it has the focus or a pointer is down on it: a key or a pointer that is released on
 * another element does not press it.
 *
 * @param fetchPart must be the same function in every render
 */
export function useLaterPart<Part>(fetchPart: () => Promise<Part>): LaterPart<Part> {
  const isSettled = useIsSettled();
  const [fetched, setFetched] = useState<{ readonly part: Part } | null>(null);
  const [isRequested, setRequested] = useState(false);
  const [isInUse, setInUse] = useState(false);
  const isDue = isSettled || isRequested;
  useEffect(() => {
    if (!isDue) return;
    let isGone = false;
    untilFetched(fetchPart).then(
      (part) => !isGone && setFetched({ part }),
      // Thrown during rendering, so that the page's error boundary shows it.
      (error: unknown) =>
        setFetched(() => {
          throw error;
        }),
    );
    return () => {
      isGone = true;
    };
  }, [isDue, fetchPart]);
  const isDeferred = isInUse && !isRequested;
  return {
    part: fetched !== null && !isDeferred ? fetched.part : null,
    isRequested,
    buttonProps: {
      "aria-haspopup": "menu",
      "aria-expanded": false,
      onClick: () => setRequested(true),
      onFocus: () => setInUse(true),
      onBlur: () => setInUse(false),
      onPointerDown: () => setInUse(true),
      onPointerUp: keepIfFocused,
      onPointerLeave: keepIfFocused,
    },
  };

  function keepIfFocused({ currentTarget }: PointerEvent): void {
    setInUse(currentTarget === document.activeElement);
  }
}

/** For the menu that replaces a pressed button: it opens, and its button gets the focus of the replaced one. */
export function useOpenedAtFirst(isOpenAtFirst: boolean) {
  const buttonRef = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  useLayoutEffect(() => {
    if (!isOpenAtFirst) return;
    buttonRef.current?.focus();
    setOpened(true);
  }, [isOpenAtFirst]);
  return { buttonRef, menuProps: { opened, onChange: setOpened } };
}
