/**
 * Ways to accept student annotations that the reviewer no longer wants to confirm one by one. Applies to all slides of
 * a review, until it is closed or the page is reloaded.
 */
import type { AcceptWay } from "./AcceptAnnotationDialog.tsx";

const skipped = new Set<AcceptWay>();

export const skipConfirmation = (way: AcceptWay): void => void skipped.add(way);

export const isConfirmationSkipped = (way: AcceptWay): boolean => skipped.has(way);

export const resetConfirmations = (): void => skipped.clear();
