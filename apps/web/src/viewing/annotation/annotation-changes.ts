/** Differences between the versions of an annotation. */
import type { AnnotationVersion } from "@parfocal/core/annotation/annotation.contract.ts";

const COMPARED = ["typeId", "title", "content", "link", "includeMeasurement", "geometry"] as const;
export type ComparedField = (typeof COMPARED)[number];

export interface VersionStep {
  readonly version: AnnotationVersion;
  /** Null: the oldest known version. */
  readonly before: AnnotationVersion | null;
  /** In a fixed order; empty for the oldest version. */
  readonly changed: readonly ComparedField[];
}

/**
 * Each version with its changes.
 *
 * @param versions newest first.
 * @param hasOlder whether older versions exist; then the last of these has no step, because its changes are unknown.
 */
export function versionSteps(versions: readonly AnnotationVersion[], hasOlder = false): VersionStep[] {
  const shown = hasOlder && versions.length > 1 ? versions.slice(0, -1) : versions;
  return shown.map((version, index) => {
    const before = versions[index + 1] ?? null;
    const changed = before ? COMPARED.filter((field) => version[field] !== before[field]) : [];
    return { version, before, changed };
  });
}
