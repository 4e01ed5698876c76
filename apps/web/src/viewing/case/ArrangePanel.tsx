/** Case editor: texts, layout, and the order, visibility and opening view of its slides. */
import { Button } from "@mantine/core";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useTranslation } from "react-i18next";
import { TextConflicts } from "#editor/TextConflicts.tsx";
import { AddSlides } from "./AddSlides.tsx";
import { ArrangeTexts } from "./ArrangeTexts.tsx";
import { canSaveArrangement, withTexts } from "./arrange-draft.ts";
import { CasePanel } from "./CasePanel.tsx";
import { CASE_TEXT_LABELS, showCaseText } from "./case-texts.tsx";
import { LayoutPicker } from "./LayoutPicker.tsx";
import { SortableSlides } from "./SortableSlides.tsx";
import type { Arrange } from "./useArrange.ts";

interface ArrangePanelProps {
  readonly arrange: Arrange;
  /** Parent of the case; null: opened without a parent. */
  readonly folderId: number | null;
  /** The viewer that currently shows a slide; undefined: none. */
  readonly viewerOf: (slideId: number) => SlideViewer | undefined;
  readonly onClose: () => void;
}

export function ArrangePanel({ arrange, folderId, viewerOf, onClose }: ArrangePanelProps) {
  const { t } = useTranslation();
  const { draft, change, isChanged, isBusy, save, discard } = arrange;
  return (
    <CasePanel
      title={t("case.arrange")}
      onClose={onClose}
      footer={
        <>
          <Button onClick={save} loading={isBusy} disabled={!isChanged || !canSaveArrangement(draft)}>
            {t("case.save")}
          </Button>
          <Button variant="default" disabled={!isChanged} onClick={discard}>
            {t("case.discard")}
          </Button>
        </>
      }
    >
      <TextConflicts
        conflicts={arrange.conflicts.map((name) => ({
          name,
          label: t(CASE_TEXT_LABELS[name]),
          mine: showCaseText(name, draft.texts),
          theirs: showCaseText(name, arrange.savedTexts),
        }))}
        onKeepMine={(name) => arrange.settle(name, "mine")}
        onTakeTheirs={(name) => arrange.settle(name, "theirs")}
      />
      <ArrangeTexts texts={draft.texts} onChange={(texts) => change(withTexts(draft, texts))} />
      <LayoutPicker layout={draft.layout} onLayout={(layout) => change({ ...draft, layout })} />
      <SortableSlides draft={draft} onChange={change} viewerOf={viewerOf} />
      <AddSlides folderId={folderId} draft={draft} onChange={change} />
    </CasePanel>
  );
}
