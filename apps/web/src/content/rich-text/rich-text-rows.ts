/** Default height of a rich text field, in lines. */
export const DEFAULT_ROWS = 6;
