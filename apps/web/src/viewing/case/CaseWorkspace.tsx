/** A case: the slides in their containers, with header, tools and panels. */
import "@parfocal/viewer/slide-viewer.css";
import "@parfocal/viewer/sync/sync.css";
import type { Case } from "@parfocal/core/case/case.contract.ts";
import { IconMicroscope } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UnsavedDialog } from "#editor/UnsavedDialog.tsx";
import { useSharedLink } from "#platform/shared-link.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { CaseHeader } from "./CaseHeader.tsx";
import { CaseKeyboardSheet } from "./CaseKeyboardSheet.tsx";
import { CaseMatrix } from "./CaseMatrix.tsx";
import { CasePanels } from "./CasePanels.tsx";
import { CaseTabs } from "./CaseTabs.tsx";
import { CaseTools } from "./CaseTools.tsx";
import classes from "./CaseWorkspace.module.css";
import { ComparePane } from "./ComparePane.tsx";
import type { CaseAddress } from "./case-address.ts";
import type { CasePlace } from "./case-place.ts";
import { useCaseCommands } from "./useCaseCommands.ts";
import { useCasePageState } from "./useCasePageState.ts";
import { useCaseState } from "./useCaseState.ts";

interface CaseWorkspaceProps {
  readonly place: CasePlace;
  readonly shown: Case;
  /** Opening view, unless the URL has one; null or omitted: that of the case. */
  readonly opening?: CaseAddress | null;
}

export function CaseWorkspace({ place, shown, opening = null }: CaseWorkspaceProps) {
  const link = useSharedLink();
  const state = useCaseState(shown, opening);
  const page = useCasePageState(shown, state);
  const [panelSlot, setPanelSlot] = useState<HTMLElement | null>(null);
  const { items, slideIds, isSmall, viewers } = state;
  const { panel, isComparing, isTogether } = page;
  const focusedItem = items.find(({ id }) => id === slideIds[state.focused]);
  const commands = useCaseCommands({ place, shown, link, state, page, focusedItem });
  const hasSeveral = items.length > 1;
  const tools = !link?.hidesToolbar && (
    <CaseTools
      shown={shown}
      canShare={commands.share !== undefined}
      isSmall={isSmall}
      isFullscreen={page.isFullscreen}
      isSynced={isTogether ? state.isSynced : null}
      isComparing={hasSeveral ? isComparing : null}
      openPanel={panel}
      onCommand={(command) => commands[command]?.()}
    />
  );
  const [first, second] = [focusedItem ?? items[0], items.find(({ id }) => id !== focusedItem?.id)];

  return (
    <div className={classes.workspace} data-panel={panel ?? "none"}>
      <CaseHeader shown={shown} place={place} tools={isSmall ? null : tools || null} />
      {isSmall && hasSeveral && !isComparing && focusedItem && (
        <CaseTabs items={items} shownId={focusedItem.id} onChoose={(id) => state.chooseSlide(0, id)} />
      )}
      <div className={classes.main}>
        {items.length === 0 && <EmptyCase canEdit={shown.userCanEdit} />}
        {isComparing && first && second ? (
          <ComparePane
            items={items}
            caseId={shown.id}
            firstIds={[first.id, second.id]}
            onViewer={page.setComparedViewer}
          />
        ) : (
          <CaseMatrix place={place} shown={shown} state={state} page={page} panelSlot={panelSlot} />
        )}
      </div>
      <div ref={setPanelSlot} className={classes.panelSlot} hidden={page.containerPanel === null} />
      <CasePanels
        shown={shown}
        folderId={place.parentId}
        panel={panel}
        items={items}
        binder={page.binder}
        arrange={page.arrange}
        focused={
          focusedItem && state.focusedViewer && !isComparing ? { item: focusedItem, viewer: state.focusedViewer } : null
        }
        viewerOf={(slideId) => viewers.get(slideIds.indexOf(slideId))?.viewer}
        onClose={() => page.togglePanel(null)}
      />
      {isSmall && tools}
      {page.isKeyboardOpen && (
        <CaseKeyboardSheet
          isOffered={(command) => command === "showKeyboard" || commands[command] !== undefined}
          onClose={() => page.setKeyboardOpen(false)}
        />
      )}
      <UnsavedDialog guard={page.guard} />
    </div>
  );
}

function EmptyCase({ canEdit }: { readonly canEdit: boolean }) {
  const { t } = useTranslation();
  return (
    <StateMessage
      icon={IconMicroscope}
      title={t("case.emptyTitle")}
      text={canEdit ? t("case.emptyManagerText") : t("case.emptyText")}
      isWholePage={false}
    />
  );
}
