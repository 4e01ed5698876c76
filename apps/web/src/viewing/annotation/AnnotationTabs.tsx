import { useTranslation } from "react-i18next";
import classes from "./AnnotationSidebar.module.css";
import { FILTER_OF_SPACE, rememberSpace, SIDEBAR_SPACES, spaceOfFilter } from "./sidebar-space.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";

const SPACE_LABELS = { my: "annotation.mySpace", group: "workGroup.space", expert: "annotation.expert" } as const;

interface AnnotationTabsProps {
  readonly board: AnnotationBoard;
}

/** My space, Group space, Expert; guests have only Expert. The selected tab is remembered for the next slide. */
export function AnnotationTabs({ board: { filter, setFilter, viewer } }: AnnotationTabsProps) {
  const { t } = useTranslation();
  const spaces = viewer.id === 0 ? (["expert"] as const) : SIDEBAR_SPACES;
  const now = spaceOfFilter(filter);
  return (
    <fieldset className={classes.tabs} aria-label={t("annotation.title")}>
      {spaces.map((space) => (
        <button
          key={space}
          type="button"
          className={classes.tab}
          aria-pressed={space === now}
          onClick={() => {
            rememberSpace(viewer.id, space);
            setFilter(FILTER_OF_SPACE[space]);
          }}
        >
          {t(SPACE_LABELS[space])}
        </button>
      ))}
    </fieldset>
  );
}
