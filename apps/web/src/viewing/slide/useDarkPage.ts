/**
 * The slide page is always dark: a bright page beside a slide changes how its stains are perceived. The whole document
 * is dark, so that dialogs, tooltips and toasts are too.
 */
import { useComputedColorScheme } from "@mantine/core";
import { useLayoutEffect } from "react";

const SCHEME_ATTRIBUTE = "data-mantine-color-scheme";

export function useDarkPage(): void {
  const chosen = useComputedColorScheme("light");
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.setAttribute(SCHEME_ATTRIBUTE, "dark");
    // Other pages reserve space for a scroll bar; this one never scrolls.
    root.style.scrollbarGutter = "auto";
    return () => {
      root.setAttribute(SCHEME_ATTRIBUTE, chosen);
      root.style.removeProperty("scrollbar-gutter");
    };
  }, [chosen]);
}
