import { Button, Kbd, NativeSelect } from "@mantine/core";
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconPlus } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { AnnotationList } from "./AnnotationList.tsx";
import classes from "./AnnotationSidebar.module.css";
import { AnnotatorPanel } from "./AnnotatorPanel.tsx";
import { RefusedAnnotations } from "./RefusedAnnotations.tsx";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";

const ICON_STROKE = 1.5;

interface AnnotationSidebarProps {
  readonly board: AnnotationBoard;
  readonly annotator: Annotator;
  readonly viewer: SlideViewer | null;
  readonly canAnnotate: boolean;
  /** Whether annotations are shown in this place. */
  readonly isShownHere: boolean;
  readonly onSelect: (id: number | null) => void;
}

/** My space and Expert, the filter, the list; while one annotates, the annotator above them. */
export function AnnotationSidebar({
  board,
  annotator,
  viewer,
  canAnnotate,
  isShownHere,
  onSelect,
}: AnnotationSidebarProps) {
  const { t } = useTranslation();
  const isAnnotating = annotator.state.mode !== "off";
  return (
    <div className={classes.sidebar}>
      <AnnotationTabs board={board} />
      {isAnnotating ? (
        <AnnotatorPanel annotator={annotator} viewer={viewer} />
      ) : (
        <div className={classes.bar}>
          <AnnotationFilterSelect board={board} />
          {canAnnotate && (
            <Button
              className={classes.annotate}
              leftSection={<IconPlus size={18} stroke={ICON_STROKE} aria-hidden />}
              rightSection={<Kbd size="xs">A</Kbd>}
              aria-keyshortcuts="A"
              onClick={() => annotator.start()}
            >
              {t("annotation.annotate")}
            </Button>
          )}
        </div>
      )}
      <RefusedAnnotations entries={board.refused} outbox={board.outbox} onCorrect={annotator.correct} />
      <div className={classes.scroll} id="annotation-list">
        {isShownHere ? (
          <AnnotationListStates board={board} onSelect={onSelect} />
        ) : (
          <Note text={t("annotation.notShownHere")} />
        )}
      </div>
    </div>
  );
}

/** Source: spec part 1, section 4: My space sets the filter to mine. */
function AnnotationTabs({ board: { filter, setFilter, viewer } }: Pick<AnnotationSidebarProps, "board">) {
  const { t } = useTranslation();
  const isSignedIn = viewer.id !== 0;
  const tabs = [
    ...(isSignedIn ? [{ label: t("annotation.mySpace"), isOn: filter === "mine", filter: "mine" } as const] : []),
    { label: t("annotation.expert"), isOn: filter === "expert", filter: "expert" } as const,
  ];
  return (
    <fieldset className={classes.tabs} aria-label={t("annotation.title")}>
      {tabs.map(({ label, isOn, filter: next }) => (
        <button key={next} type="button" className={classes.tab} aria-pressed={isOn} onClick={() => setFilter(next)}>
          {label}
        </button>
      ))}
    </fieldset>
  );
}

function AnnotationFilterSelect({ board: { filter, setFilter, viewer } }: Pick<AnnotationSidebarProps, "board">) {
  const { t } = useTranslation();
  const isSignedIn = viewer.id !== 0;
  const choices = [
    { value: "all", label: t("annotation.filterAll") },
    { value: "expert", label: t("annotation.filterExpert") },
    ...(viewer.isExpert ? [{ value: "student", label: t("annotation.filterStudent") }] : []),
    ...(isSignedIn ? [{ value: "mine", label: t("annotation.filterMine") }] : []),
    { value: "none", label: t("annotation.filterNone") },
  ];
  return (
    <NativeSelect
      className={classes.filter}
      aria-label={t("annotation.filter")}
      data={choices}
      value={filter}
      onChange={(event) => setFilter(event.currentTarget.value as AnnotationFilter)}
    />
  );
}

function AnnotationListStates({ board, onSelect }: Pick<AnnotationSidebarProps, "board" | "onSelect">) {
  const { t } = useTranslation();
  const { annotations, isLoading, hasFailed, filter, isVisible, selected, hoveredId, hover, reload } = board;
  if (hasFailed && annotations.length === 0) {
    return (
      <div className={classes.note} role="alert">
        <p>{t("annotation.loadFailed")}</p>
        <Button size="xs" variant="default" onClick={reload}>
          {t("annotation.tryAgain")}
        </Button>
      </div>
    );
  }
  if (!isVisible) return <Note text={t("annotation.hidden")} />;
  if (isLoading) return <div className={classes.loading} aria-hidden />;
  if (annotations.length === 0) {
    return <Note text={filter === "mine" ? t("annotation.emptyMine") : t("annotation.emptyOthers")} />;
  }
  return (
    <AnnotationList
      annotations={annotations}
      selectedId={selected?.id ?? null}
      hoveredId={hoveredId}
      onSelect={onSelect}
      onHover={hover}
    />
  );
}

function Note({ text }: { readonly text: string }) {
  return (
    <div className={classes.note}>
      <p>{text}</p>
    </div>
  );
}
