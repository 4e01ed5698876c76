/** What every conversion is given. */
export interface ConversionOptions {
  readonly signal?: AbortSignal | undefined;
  /** Share of the work done, 0 to 1; never falls. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Whole paths at which `vips` is looked for, which reads other formats; none: no other program is used. Default: the usual ones. */
  readonly foreignPrograms?: readonly string[] | undefined;
}
