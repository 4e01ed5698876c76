/** English texts of the pointer over a slide. */
export const cursorEn = {
  title: "Pointer",
  hint: "How the pointer looks over slides. Remembered in this browser for 90 days.",
  style_arrow: "Usual",
  style_crosshair: "Crosshair",
  style_fineCross: "Fine cross",
  style_circle: "Circle",
  style_lectureHand: "Large hand, for lectures",
} as const;
