/** Lines of empty space that a field for formatted text has, unless told otherwise. */
export const DEFAULT_ROWS = 6;
