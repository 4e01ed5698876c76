/** Keys for the previous and next item, on every page with neighbours. */
export const PREVIOUS_KEY = ",";
export const NEXT_KEY = ".";
