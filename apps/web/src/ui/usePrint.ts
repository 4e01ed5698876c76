import { type RefObject, useEffect } from "react";

/**
 * Opens the browser's print dialog once all images of the element are loaded. An image that fails is not printed.
 *
 * @param onPrinted must not change.
 */
export function usePrint(element: RefObject<HTMLElement | null>, onPrinted: () => void): void {
  useEffect(() => {
    let isGone = false;
    const pictures = [...(element.current?.querySelectorAll("img") ?? [])];
    void Promise.allSettled(pictures.map((picture) => picture.decode())).then(() => {
      if (isGone) return;
      window.addEventListener("afterprint", onPrinted, { once: true });
      window.print();
    });
    return () => {
      isGone = true;
      window.removeEventListener("afterprint", onPrinted);
    };
  }, [element, onPrinted]);
}
