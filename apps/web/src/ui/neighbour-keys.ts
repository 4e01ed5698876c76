/** Keys that lead to what stands before and after the shown item, on every page that has neighbours. */
export const PREVIOUS_KEY = ",";
export const NEXT_KEY = ".";
