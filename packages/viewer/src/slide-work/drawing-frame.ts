/** How the slide lies on the screen while it is drawn on. */
export interface DrawingFrame {
  /** All of the turn, clockwise. */
  readonly turnDeg: number;
  /** Slide pixels per CSS px. */
  readonly resolution: number;
}
