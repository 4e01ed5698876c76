/** As high as the other buttons among the tools of a question. */
export const SMALL_ICON_BUTTON = { variant: "light", size: "1.875rem", iconSizePx: 18 } as const;
