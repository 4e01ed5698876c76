/**
 * Ways to accept students' annotations about which the reviewer does not want to be asked again: they hold on all slides
 * until the review is closed or the page is loaded again.
 */
import type { AcceptWay } from "./AcceptAnnotationDialog.tsx";

const ways = new Set<AcceptWay>();

export const acceptUnasked = (way: AcceptWay): void => void ways.add(way);

export const isAcceptedUnasked = (way: AcceptWay): boolean => ways.has(way);

export const askAgain = (): void => ways.clear();
