/** Types of jobs for cell analysis; the subject is the result. */

/** For a region for which a person waits. */
export const ANALYSE_CELLS = "analyseCells";

/** For a region that takes minutes or an hour. */
export const ANALYSE_MANY_CELLS = "analyseManyCells";
