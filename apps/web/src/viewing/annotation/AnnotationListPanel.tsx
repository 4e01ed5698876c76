import { ActionIcon, Button, CloseButton, NativeSelect, TextInput } from "@mantine/core";
import type { AnnotationFilter } from "@parfocal/core/annotation/annotation-filter.ts";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconPlus, IconSearch, IconTrash } from "@tabler/icons-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import { AnnotationList } from "./AnnotationList.tsx";
import classes from "./AnnotationListPanel.module.css";
import { numberedAnnotations } from "./annotation-listing.ts";
import { useOrderAnnotations } from "./annotation-order.api.ts";
import { MAX_TO_ORDER, movedStretch } from "./annotation-order.ts";
import { annotationsWithin } from "./annotations-seen.ts";
import { useAnnotationActions } from "./useAnnotationActions.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";

const ICON_SIZE_PX = 18;
const ICON_STROKE = 1.5;
/** Minimum number of annotations for which the search is shown. */
const SEARCH_ABOVE = 5;

interface AnnotationListPanelProps {
  readonly image: Image;
  readonly board: AnnotationBoard;
  readonly annotator: Annotator;
  readonly viewer: SlideViewer | null;
  readonly canAnnotate: boolean;
  readonly isAnnotating: boolean;
  readonly onSelect: (id: number | null) => void;
}

/** Filter, search and list, or a placeholder while there is no list. */
export function AnnotationListPanel(props: AnnotationListPanelProps) {
  const { board, annotator, canAnnotate, isAnnotating } = props;
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const isSearchOffered = search !== "" || board.annotations.length > SEARCH_ABOVE;
  return (
    <>
      <div className={classes.bar}>
        <AnnotationFilterSelect board={board} />
        {board.outbox && (
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t("annotation.bin")}
            title={t("annotation.bin")}
            onClick={() => board.showDialog({ action: "bin" })}
          >
            <IconTrash size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
          </ActionIcon>
        )}
        {canAnnotate && !isAnnotating && (
          <Button
            className={classes.annotate}
            leftSection={<IconPlus size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />}
            aria-keyshortcuts="A"
            title="A"
            onClick={() => annotator.start()}
          >
            {t("annotation.annotate")}
          </Button>
        )}
      </div>
      {isSearchOffered && (
        <TextInput
          className={classes.search}
          type="search"
          aria-label={t("annotation.search")}
          placeholder={t("annotation.searchHint")}
          leftSection={<IconSearch size={16} stroke={ICON_STROKE} aria-hidden />}
          rightSection={
            search !== "" && <CloseButton size="sm" aria-label={t("annotation.close")} onClick={() => setSearch("")} />
          }
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <AnnotationListStates {...props} search={search} />
    </>
  );
}

function AnnotationFilterSelect({ board: { filter, setFilter, viewer } }: Pick<AnnotationListPanelProps, "board">) {
  const { t } = useTranslation();
  const isSignedIn = viewer.id !== 0;
  // With this filter a work group is chosen instead.
  if (filter === "workgroup") return null;
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

interface AnnotationListStatesProps extends AnnotationListPanelProps {
  readonly search: string;
}

function AnnotationListStates({ search, ...props }: AnnotationListStatesProps) {
  const { t } = useTranslation();
  const { annotations, isWhole, seen, isLoading, hasFailed, filter, clearedBy, reload } = props.board;
  if (clearedBy) return <Note text={t(clearedBy === "place" ? "annotation.notShownHere" : "annotation.hidden")} />;
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
  if (isLoading) return <div className={classes.loading} aria-hidden />;
  if (isWhole && annotations.length === 0) {
    return <Note text={filter === "mine" ? t("annotation.emptyMine") : t("annotation.emptyOthers")} />;
  }
  if (!isWhole && seen.bounds === null) return <div className={classes.loading} aria-hidden />;
  return <ListedAnnotations {...props} search={search} />;
}

/** Search results, or only the annotations in view if there are too many to list all. Experts can reorder them. */
function ListedAnnotations({ image, board, annotator, viewer, search, onSelect }: AnnotationListStatesProps) {
  const { t, i18n } = useTranslation();
  const { annotations, isWhole, seen, total, filter, hoveredId, hover, selected } = board;
  const actions = useAnnotationActions({ image, board, annotator, viewer });
  const order = useOrderAnnotations(image.id);
  const searched = useDeferredValue(search);
  const inView = useMemo(
    () => (isWhole ? annotations : annotationsWithin(annotations, seen.bounds)),
    [annotations, isWhole, seen.bounds],
  );
  const rows = useMemo(
    () => numberedAnnotations(inView, isWhole, searched, i18n.language),
    [inView, isWhole, searched, i18n.language],
  );
  const isOrderShown = isWhole && searched.trim() === "" && (filter === "expert" || filter === "all");
  const canOrder = board.viewer.isExpert && isOrderShown && rows.length > 1 && rows.length <= MAX_TO_ORDER;
  const number = (value: number): string => formatQuantity(value, i18n.language);
  const counted = { number: number(inView.length + seen.inSquares), total: number(total) };
  return (
    <>
      {!isWhole && (
        <p className={classes.count} title={t("annotation.inViewHint")}>
          <strong>{t("annotation.inView", counted)}</strong>{" "}
          {seen.inSquares > 0 ? t("annotation.zoomIn") : t("annotation.inViewHint")}
        </p>
      )}
      {searched.trim() !== "" && (
        <p className={classes.count} role="status">
          {rows.length === 0
            ? t("annotation.nothingFound")
            : t("annotation.found", { number: number(rows.length), total: number(inView.length) })}
        </p>
      )}
      <AnnotationList
        rows={rows}
        board={board}
        actions={actions}
        selectedId={selected?.id ?? null}
        hoveredId={hoveredId}
        onSelect={onSelect}
        onHover={hover}
        onMove={
          canOrder
            ? (from, to) => {
                const ids = movedStretch(annotations, from, to).filter((id) => id > 0);
                if (ids.length < 2) return;
                order.mutate(ids);
                const named = new Set(ids);
                const before = annotations.flatMap(({ id }) => (named.has(id) ? [id] : []));
                board.actions.emit({ name: "order", steps: [{ kind: "order", before, after: ids }] });
              }
            : null
        }
      />
    </>
  );
}

function Note({ text }: { readonly text: string }) {
  return (
    <div className={classes.note}>
      <p>{text}</p>
    </div>
  );
}
