/** What differs between an annotation's versions. */
import type { AnnotationVersion } from "@parfocal/core/annotation/annotation.contract.ts";

const COMPARED = ["typeId", "title", "content", "link", "includeMeasurement", "geometry"] as const;
export type ComparedField = (typeof COMPARED)[number];

export interface VersionStep {
  readonly version: AnnotationVersion;
  /** null: it is the oldest that is known. */
  readonly before: AnnotationVersion | null;
  /** In a fixed order; empty for the oldest. */
  readonly changed: readonly ComparedField[];
}

/**
 * Each version with what it changed.
 *
 * @param versions newest first.
 * @param hasOlder whether there are older ones: then the last of these has no step, as what it changed is unknown.
 */
export function versionSteps(versions: readonly AnnotationVersion[], hasOlder = false): VersionStep[] {
  const shown = hasOlder && versions.length > 1 ? versions.slice(0, -1) : versions;
  return shown.map((version, index) => {
    const before = versions[index + 1] ?? null;
    const changed = before ? COMPARED.filter((field) => version[field] !== before[field]) : [];
    return { version, before, changed };
  });
}
