/** One container of a case: the slide it shows, and whether it moves with the others. */
import { Menu } from "@mantine/core";
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import type { Sync, SyncedViewer } from "@parfocal/viewer/sync/create-sync.ts";
import type { ViewState } from "@parfocal/viewer/view-state/view-state.ts";
import { IconChevronDown, IconLink, IconLinkOff, IconMaximize, IconMinimize } from "@tabler/icons-react";
import { type MouseEvent, Suspense, useCallback, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ViewerExtent } from "#slide/useSlideViewer.ts";
import { ToolButton } from "#ui/ToolButton.tsx";
import classes from "./CaseContainer.module.css";
import { CaseSlide, type CaseSlideProps } from "./CaseSlide.tsx";
import { ContainerTools } from "./ContainerTools.tsx";
import type { SlidePanelName } from "./case-panels.ts";

const ICON_STROKE = 1.5;

interface CaseContainerProps {
  /** Position, from 0, row by row. */
  readonly place: number;
  readonly item: CaseItem;
  /** Slides that it can show. */
  readonly items: readonly CaseItem[];
  readonly caseId: number;
  readonly sync: Sync;
  readonly openingView: ViewState | null;
  /** Whether its slide is named and chosen here instead of by tabs. */
  readonly hasHead: boolean;
  readonly isFocused: boolean;
  readonly isEnlarged: boolean;
  /** Null: no other container can move with it. */
  readonly isLinked: boolean | null;
  /** Null: it is the only container. */
  readonly onEnlarge: (() => void) | null;
  /** Whether the container has a letter, because there are several. */
  readonly hasLetter: boolean;
  readonly slidePath: string;
  readonly onPanel: (panel: SlidePanelName) => void;
  readonly onLink: (isLinked: boolean) => void;
  readonly onChoose: (itemId: number) => void;
  readonly onFocus: () => void;
  readonly onViewer: (place: number, viewer: SlideViewer | null, synced: SyncedViewer | null) => void;
  readonly renderTools: NonNullable<CaseSlideProps["renderTools"]>;
}

/** A to Z, by position. */
const letterOf = (place: number): string => String.fromCharCode("A".charCodeAt(0) + place);
/** With an overview; compared slides have none. */
const CONTAINER_EXTENT: ViewerExtent = { hasOverview: true };

export function CaseContainer(props: CaseContainerProps) {
  const { place, item, items, caseId, sync, openingView, hasHead, isFocused, isEnlarged, isLinked } = props;
  const { hasLetter, slidePath, onPanel, onEnlarge, onLink, onChoose, onFocus, onViewer, renderTools } = props;
  const { t } = useTranslation();
  const [opened, setOpened] = useState<{ readonly slideId: number; readonly viewer: SlideViewer } | null>(null);
  const handleViewer = useCallback(
    (next: SlideViewer | null) => setOpened(next && { slideId: item.id, viewer: next }),
    [item.id],
  );
  // The viewer of the previous slide is closed once another slide replaces it.
  const viewer = opened?.slideId === item.id ? opened.viewer : null;
  const isMoving = isLinked ?? true;

  // biome-ignore lint/correctness/useExhaustiveDependencies: linked and unlinked below
  useEffect(() => {
    if (!viewer) return;
    const synced = sync.add(viewer, item.id, { isLinked: isMoving, rank: place });
    onViewer(place, viewer, synced);
    return () => {
      synced.remove();
      onViewer(place, null, null);
    };
  }, [viewer, sync, item.id, place, onViewer]);

  function handleDoubleClick(event: MouseEvent): void {
    if (event.target instanceof Element && event.target.closest("button, [role=menu]") === null) onEnlarge?.();
  }

  const tools = <ContainerTools place={place} item={item} viewer={viewer} slidePath={slidePath} onPanel={onPanel} />;
  return (
    <section
      className={classes.container}
      aria-label={t("case.container", { number: place + 1, title: item.title })}
      data-focused={isFocused || undefined}
      data-enlarged={isEnlarged || undefined}
      onFocusCapture={onFocus}
      onPointerDownCapture={onFocus}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a short cut of the button in it */}
      <header className={classes.head} hidden={!hasHead} onDoubleClick={handleDoubleClick}>
        {hasLetter && <span className={classes.letter}>{letterOf(place)}</span>}
        <SlideChoice place={place} item={item} items={items} onChoose={onChoose} />
        {hasHead && tools}
        {isLinked !== null && (
          <ToolButton
            icon={isLinked ? IconLink : IconLinkOff}
            label={isLinked ? t("case.unlinkSlide") : t("case.linkSlide")}
            isOn={isLinked}
            onClick={() => onLink(!isLinked)}
          />
        )}
        {onEnlarge && (
          <ToolButton
            icon={isEnlarged ? IconMinimize : IconMaximize}
            label={isEnlarged ? t("case.reduce") : t("case.enlarge")}
            isOn={isEnlarged}
            onClick={onEnlarge}
          />
        )}
      </header>
      <div className={classes.area}>
        {!hasHead && <div className={classes.corner}>{tools}</div>}
        <Suspense fallback={<div className={classes.message} aria-busy />}>
          <CaseSlide
            key={item.id}
            item={item}
            caseId={caseId}
            place={place}
            openingView={openingView}
            extent={CONTAINER_EXTENT}
            onViewer={handleViewer}
            renderTools={renderTools}
          />
        </Suspense>
      </div>
    </section>
  );
}

type SlideChoiceProps = Pick<CaseContainerProps, "place" | "item" | "items" | "onChoose">;

function SlideChoice({ place, item, items, onChoose }: SlideChoiceProps) {
  const { t } = useTranslation();
  if (items.length < 2) return <span className={classes.title}>{item.title}</span>;
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <button
          type="button"
          className={classes.choice}
          aria-label={t("case.choose", { number: place + 1, title: item.title })}
        >
          <span>{item.title}</span>
          <IconChevronDown size={16} stroke={ICON_STROKE} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ id, title, subtitle }) => (
          <Menu.Item key={id} aria-current={id === item.id || undefined} onClick={() => onChoose(id)}>
            {title}
            {subtitle && <span className={classes.subtitle}> · {subtitle}</span>}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
