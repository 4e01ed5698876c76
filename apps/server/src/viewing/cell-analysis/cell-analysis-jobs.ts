/** Kinds of jobs on results of cell analysis; the subject is the result. */

/** Of a region that a person waits for. */
export const ANALYSE_CELLS = "analyseCells";

/** Of a region that takes minutes or an hour. */
export const ANALYSE_MANY_CELLS = "analyseManyCells";
