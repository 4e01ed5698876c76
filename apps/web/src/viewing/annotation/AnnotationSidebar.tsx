import { Tabs } from "@mantine/core";
import type { Image } from "@parfocal/core/image/image.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { NoteSection } from "#note/NoteSection.tsx";
import { WorkGroupBar } from "#work-group/WorkGroupBar.tsx";
import { AnnotationListPanel } from "./AnnotationListPanel.tsx";
import classes from "./AnnotationSidebar.module.css";
import { AnnotationTabs } from "./AnnotationTabs.tsx";
import { AnnotatorPanel } from "./AnnotatorPanel.tsx";
import { goesToMySpace } from "./annotator-fields.ts";
import { RejectedAnnotations } from "./RejectedAnnotations.tsx";
import { SidebarSection } from "./SidebarSection.tsx";
import { spaceOfFilter, useSectionOpen } from "./sidebar-space.ts";
import type { AnnotationBoard } from "./useAnnotationBoard.ts";
import type { Annotator } from "./useAnnotator.ts";

interface AnnotationSidebarProps {
  readonly image: Image;
  readonly board: AnnotationBoard;
  readonly annotator: Annotator;
  readonly viewer: SlideViewer | null;
  readonly canAnnotate: boolean;
  readonly onSelect: (id: number | null) => void;
}

type AnnotatorTab = "list" | "add";

/** Tabs of the spaces; below them annotations and notes of the selected space. */
export function AnnotationSidebar(props: AnnotationSidebarProps) {
  const { image, board, annotator } = props;
  const { t } = useTranslation();
  const space = spaceOfFilter(board.filter);
  const [isListOpen, setListOpen] = useSectionOpen(space, "annotations");
  const [areNotesOpen, setNotesOpen] = useSectionOpen(space, "notes");
  const isAnnotating = annotator.state.mode !== "off";
  const isGroupSpace = space === "group";
  const isNothingChosen = isGroupSpace && board.workGroupId === null;
  return (
    <div className={classes.sidebar}>
      <AnnotationTabs board={board} />
      <RejectedAnnotations entries={board.rejected} outbox={board.outbox} onCorrect={annotator.correct} />
      {isGroupSpace && (
        <WorkGroupBar
          userId={board.viewer.id}
          chosenId={board.workGroupId}
          onChoose={board.chooseWorkGroup}
          isDoubtful={board.hasFailed}
        />
      )}
      {(!isNothingChosen || isAnnotating) && (
        <SidebarSection title={t("annotation.title")} isOpen={isListOpen || isAnnotating} onToggle={setListOpen} isMain>
          <AnnotatorTabs {...props} />
        </SidebarSection>
      )}
      {board.outbox && !isNothingChosen && (
        <SidebarSection title={t("note.notes")} isOpen={areNotesOpen} onToggle={setNotesOpen}>
          <NoteSection
            imageId={image.id}
            workGroupId={isGroupSpace ? board.workGroupId : null}
            author={board.viewer.displayName}
            outbox={board.outbox}
          />
        </SidebarSection>
      )}
    </div>
  );
}

/** The annotator: a tab with the list, and one to add (spec part 1, section 2). */
function AnnotatorTabs(props: AnnotationSidebarProps) {
  const { annotator, board, viewer, canAnnotate } = props;
  const { t } = useTranslation();
  const { mode } = annotator.state;
  const isAnnotating = mode !== "off";
  const [tab, setTab] = useState<AnnotatorTab>(isAnnotating ? "add" : "list");
  useEffect(() => setTab(isAnnotating ? "add" : "list"), [isAnnotating]);
  const choose = (next: AnnotatorTab): void => {
    if (next === "add" && !isAnnotating) annotator.start();
    else setTab(next);
  };
  return (
    <Tabs
      className={classes.annotator}
      variant="none"
      value={tab}
      onChange={(next) => choose(next === "add" ? "add" : "list")}
      activateTabWithKeyboard={false}
      keepMounted={false}
    >
      {(canAnnotate || isAnnotating) && (
        <Tabs.List className={classes.annotatorTabs} aria-label={t("annotation.tabs")}>
          <Tabs.Tab className={classes.annotatorTab} value="list">
            {t("annotation.tabList")}
          </Tabs.Tab>
          <Tabs.Tab className={classes.annotatorTab} value="add">
            {mode === "edit" ? t("annotation.tabEdit") : t("annotation.tabAdd")}
          </Tabs.Tab>
        </Tabs.List>
      )}
      <Tabs.Panel className={classes.listPanel} value="list">
        <AnnotationListPanel {...props} isAnnotating={isAnnotating} />
      </Tabs.Panel>
      <Tabs.Panel className={classes.addPanel} value="add">
        {isAnnotating && <AnnotatorPanel annotator={annotator} viewer={viewer} isForMySpace={goesToMySpace(board)} />}
      </Tabs.Panel>
    </Tabs>
  );
}
