/** A button whose menu is fetched when the page has settled, or on first use, without a press getting lost in between. */
import { type FocusEvent, type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useIsSettled } from "./settled.ts";
import { untilFetched } from "./until-fetched.ts";

interface LaterPart<Part> {
  /** null: not fetched yet, or the button is being used; show the button alone. */
  readonly part: Part | null;
  /** The button was pressed: the part shows itself open. */
  readonly isRequested: boolean;
  /** For the button that is shown until the part is there. */
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
 * While the button has the focus, or a pointer is down on it, it stays the element that it is: a key or a pointer that is
 * released on another element presses nothing.
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
      // Thrown while rendering, so that the page's error boundary shows it.
      (error: unknown) =>
        setFetched(() => {
          throw error;
        }),
    );
    return () => {
      isGone = true;
    };
  }, [isDue, fetchPart]);
  const isKept = isInUse && !isRequested;
  return {
    part: fetched !== null && !isKept ? fetched.part : null,
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

/** For the menu that takes the place of a pressed button: it opens, and its own button gets the focus that the other had. */
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
