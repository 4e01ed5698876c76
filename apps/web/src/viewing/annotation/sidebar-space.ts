/**
 * Spaces of the sidebar: the one selected last, and which of their sections are open.
 * Source: spec part 1, section 4 ("My space sets the filter to mine; Group space sets it to workgroup with the chosen
 * group id"); part 2, section 9 ("Expert sidebar state is saved in local storage").
 */
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import { useCallback, useState } from "react";

export const SIDEBAR_SPACES = ["my", "group", "expert"] as const;
type SidebarSpace = (typeof SIDEBAR_SPACES)[number];

export const FILTER_OF_SPACE: Readonly<Record<SidebarSpace, AnnotationFilter>> = {
  my: "mine",
  group: "workgroup",
  expert: "expert",
};

/** All other filters are selected in the list of the Expert space. */
export function spaceOfFilter(filter: AnnotationFilter): SidebarSpace {
  return SIDEBAR_SPACES.find((space) => FILTER_OF_SPACE[space] === filter) ?? "expert";
}

const spaceKeyOf = (userId: number) => `parfocal-sidebar-space-${userId}`;

/** The space last selected in this browser. @param userId 0: not signed in. */
export function readSpace(userId: number): SidebarSpace {
  if (userId === 0) return "expert";
  try {
    const stored = localStorage.getItem(spaceKeyOf(userId));
    return SIDEBAR_SPACES.find((space) => space === stored) ?? "expert";
  } catch {
    return "expert";
  }
}

export function rememberSpace(userId: number, space: SidebarSpace): void {
  if (userId === 0) return;
  try {
    localStorage.setItem(spaceKeyOf(userId), space);
  } catch {
    // Storage is unavailable: the next slide starts with Expert.
  }
}

export type SidebarSection = "annotations" | "notes";

/** Default until the user opens or closes a section. */
const OPEN_AT_FIRST: Readonly<Record<SidebarSection, boolean>> = { annotations: true, notes: false };

const keyOf = (space: SidebarSpace, section: SidebarSection) => `parfocal-sidebar-${space}-${section}`;

function readSectionOpen(space: SidebarSpace, section: SidebarSection): boolean {
  try {
    const stored = localStorage.getItem(keyOf(space, section));
    return stored === null ? OPEN_AT_FIRST[section] : stored === "open";
  } catch {
    return OPEN_AT_FIRST[section];
  }
}

/** Remembered in this browser, separately for each space. */
export function useSectionOpen(
  space: SidebarSpace,
  section: SidebarSection,
): [isOpen: boolean, (isOpen: boolean) => void] {
  const key = keyOf(space, section);
  const [changed, setChanged] = useState<Readonly<Record<string, boolean>>>({});
  const change = useCallback(
    (isOpen: boolean) => {
      setChanged((known) => ({ ...known, [key]: isOpen }));
      try {
        localStorage.setItem(key, isOpen ? "open" : "closed");
      } catch {
        // Storage is unavailable: the selection lasts as long as the sidebar.
      }
    },
    [key],
  );
  return [changed[key] ?? readSectionOpen(space, section), change];
}
