/** English texts of the cursor settings. */
export const cursorEn = {
  title: "Pointer",
  hint: "Pointer shape over slides. Saved in this browser for 90 days.",
  style_arrow: "Default",
  style_crosshair: "Crosshair",
  style_fineCross: "Fine cross",
  style_circle: "Circle",
  style_lectureHand: "Large hand (for lectures)",
} as const;
