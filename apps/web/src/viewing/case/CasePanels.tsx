import type { Case, CaseItem } from "@parfocal/core/case/case.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { ArrangePanel } from "./ArrangePanel.tsx";
import { BinderPanel } from "./BinderPanel.tsx";
import { CasePanel } from "./CasePanel.tsx";
import type { CasePanelName } from "./case-panels.ts";
import type { Arrange } from "./useArrange.ts";
import type { Binder } from "./useBinder.ts";

/** Loaded together with the sanitizer for rich text. */
const CaseText = lazyPartWithTexts(
  () => import("./CaseText.tsx"),
  (part) => part.CaseText,
);

interface CasePanelsProps {
  readonly shown: Case;
  readonly folderId: number | null;
  /** Null: no panel is open. */
  readonly panel: CasePanelName | null;
  readonly items: readonly CaseItem[];
  readonly binder: Binder;
  readonly arrange: Arrange;
  readonly focused: { readonly item: CaseItem; readonly viewer: SlideViewer } | null;
  readonly viewerOf: (slideId: number) => SlideViewer | undefined;
  readonly onClose: () => void;
}

/**
 * The open panel beside the slides, if it belongs to the whole case. Panels of a slide are in CaseSlideWorkspace.tsx.
 */
export function CasePanels({
  shown,
  folderId,
  panel,
  items,
  binder,
  arrange,
  focused,
  viewerOf,
  onClose,
}: CasePanelsProps) {
  const { t } = useTranslation();
  switch (panel) {
    case "text":
      return (
        <CasePanel title={t("case.about")} onClose={onClose}>
          <Suspense fallback={<div aria-busy />}>
            <CaseText shown={shown} />
          </Suspense>
        </CasePanel>
      );
    case "bind":
      return <BinderPanel items={items} binder={binder} isBound={shown.isBound} focused={focused} onClose={onClose} />;
    case "arrange":
      return <ArrangePanel arrange={arrange} folderId={folderId} viewerOf={viewerOf} onClose={onClose} />;
    default:
      return null;
  }
}
