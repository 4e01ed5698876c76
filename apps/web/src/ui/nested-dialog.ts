/**
 * Keys of a dialog that can be opened from another one. Every open Mantine dialog receives Escape at the window, before
 * its content, unless the focused element declares that it handles the key itself.
 */
import type { FocusEvent, KeyboardEvent } from "react";

interface NestedDialogProps {
  readonly onFocusCapture: (event: FocusEvent<HTMLElement>) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/** For elements that close on Escape themselves, such as popovers: their ancestors stay open. */
export const KEEPS_ESCAPE: Pick<NestedDialogProps, "onFocusCapture"> = {
  onFocusCapture: ({ target }) => target.setAttribute("data-mantine-stop-propagation", "true"),
};

/** Props of a `Modal` for which Escape closes only itself, regardless of other open elements around it. */
export function nestedDialog(onClose: () => void): NestedDialogProps {
  return {
    ...KEEPS_ESCAPE,
    onKeyDown(event) {
      if (event.key !== "Escape" || event.defaultPrevented || event.nativeEvent.isComposing) return;
      event.stopPropagation();
      onClose();
    },
  };
}
