/** Options of every conversion. */
export interface ConversionOptions {
  readonly signal?: AbortSignal | undefined;
  /** Fraction of the work done, 0 to 1; never decreases. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /**
   * Absolute paths where `vips`, which reads other formats, is searched for; empty: no other program is used. Default:
   * the usual paths.
   */
  readonly foreignPrograms?: readonly string[] | undefined;
}
