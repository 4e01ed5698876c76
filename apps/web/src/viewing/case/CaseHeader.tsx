import type { Case } from "@parfocal/core/case/case.contract.ts";
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSharedLink } from "#platform/shared-link.ts";
import { HeaderActions } from "#ui/HeaderActions.tsx";
import { NeighbourLink } from "#ui/NeighbourLink.tsx";
import classes from "./CaseWorkspace.module.css";
import { CASE_COMMANDS } from "./case-commands.ts";
import { type CasePlace, neighbourPathOf } from "./case-place.ts";

interface CaseHeaderProps {
  readonly shown: Case;
  readonly place: CasePlace;
  /** null: they stand elsewhere. */
  readonly tools: ReactNode;
}

/** Title and tools above the slides, and the neighbours in the shell's header. */
export function CaseHeader({ shown, place, tools }: CaseHeaderProps) {
  const { t } = useTranslation();
  const { title, subtitle, previous, next } = shown;
  // Alone in its link it has no neighbours.
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
          <NeighbourLink
            icon={IconChevronLeft}
            path={previous && neighbourPathOf(place, previous)}
            label={labelOf(previous, t("case.noPrevious"), (name) => t("case.previous", { title: name }))}
            shortcut={CASE_COMMANDS.previous.shortcut}
          />
          <NeighbourLink
            icon={IconChevronRight}
            path={next && neighbourPathOf(place, next)}
            label={labelOf(next, t("case.noNext"), (name) => t("case.next", { title: name }))}
            shortcut={CASE_COMMANDS.next.shortcut}
          />
        </HeaderActions>
      )}
    </header>
  );
}

const labelOf = (crumb: Crumb | null, without: string, withTitle: (title: string) => string): string =>
  crumb ? withTitle(crumb.title) : without;
