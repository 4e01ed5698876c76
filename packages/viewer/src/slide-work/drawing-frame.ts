/** Position of the slide on the screen during drawing. */
export interface DrawingFrame {
  /** Total rotation, clockwise. */
  readonly turnDeg: number;
  /** Slide pixels per CSS px. */
  readonly resolution: number;
}
