import type { Case } from "@parfocal/core/case/case.contract.ts";
import type { ReactNode } from "react";
import { useSharedLink } from "#platform/shared-link.ts";
import { HeaderActions } from "#ui/HeaderActions.tsx";
import { NeighbourLinks } from "#ui/NeighbourLinks.tsx";
import classes from "./CaseWorkspace.module.css";
import { type CasePlace, neighbourPathOf } from "./case-place.ts";

interface CaseHeaderProps {
  readonly shown: Case;
  readonly place: CasePlace;
  /** Null: the tools are shown elsewhere. */
  readonly tools: ReactNode;
}

/** Title and tools above the slides, and links to the neighbouring items in the page header. */
export function CaseHeader({ shown, place, tools }: CaseHeaderProps) {
  const { title, subtitle, previous, next } = shown;
  // A case that is alone in a share link has no neighbours.
  const isAlone = useSharedLink() !== null && !previous && !next;
  return (
    <header className={classes.header} data-small={tools === null || undefined}>
      <div className={classes.titles}>
        <h1>{title}</h1>
        {subtitle && <p>{subtitle}</p>}
      </div>
      {tools}
      {!isAlone && (
        <HeaderActions>
          <NeighbourLinks previous={previous} next={next} pathOf={(neighbour) => neighbourPathOf(place, neighbour)} />
        </HeaderActions>
      )}
    </header>
  );
}
