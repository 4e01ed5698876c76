/** The content tree on the left, the editor of the selection on the right; on small screens one after the other. */
import { Button } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { type Icon, IconArrowLeft, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { StayContext } from "#editor/useUnsavedGuard.ts";
import { useSession } from "#platform/session.tsx";
import type { TreeHandle } from "#tree/Tree.tsx";
import { groupOf, keyOfWay, placementKey } from "#tree/tree-rows.ts";
import { NO_SELECTION, selectOne } from "#tree/tree-selection.ts";
import { wayTo } from "#tree/tree-state.ts";
import { readRemembered, remember } from "#ui/remembered.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { useIdInAddress } from "#ui/useIdInAddress.ts";
import { usePageTop } from "#ui/usePageTop.ts";
import styles from "./ContentManager.module.css";
import { ContentTree } from "./ContentTree.tsx";
import { ManagePane } from "./ManagePane.tsx";
import { TreeWidth, treeWidthOf } from "./TreeWidth.tsx";
import { useContentTree } from "./useContentTree.ts";
import { type ChosenPlace, useShownPlace } from "./useShownPlace.ts";
import { useTreeActions } from "./useTreeActions.ts";

export function ContentManager() {
  const { t } = useTranslation();
  const content = useContentTree();
  const { tree, isLoaded } = content.view;
  const actions = useTreeActions(content.store);
  const [selection, setSelection] = useState(NO_SELECTION);
  const handle = useRef<TreeHandle>(null);
  const { chosen, choose } = useChosen();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, undefined, { getInitialValueInEffect: false }) ?? false;
  const [width, setWidth] = useState(() => treeWidthOf(readRemembered("tree-width")));
  const [manySlot, setManySlot] = useState<HTMLElement | null>(null);
  const [isTreeHidden, setTreeHidden] = useState(false);

  const { setOpen } = content;
  const shown = useShownPlace(chosen, (place) => {
    const way = isLoaded ? wayTo(tree, place.id, place.parentId) : null;
    if (!way) return false;
    setOpen((before) => new Set([...before, ...openedAbove(way, (id) => tree.nodes.get(id)?.type ?? null)]));
    setSelection(selectOne(keyOfWay(tree, way)));
    return true;
  });
  const only = selection.keys.size === 1 ? selection.at : null;
  // Once the rows of its path are loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each selection
  useEffect(() => {
    if (only !== null) handle.current?.scrollTo(only);
  }, [only, content.open, isLoaded]);

  const open = (row: ChosenPlace | null) => {
    shown.expect(row);
    choose(row);
  };
  const isMany = selection.keys.size > 1;
  const showsTree = isSmall ? chosen === null : !isTreeHidden;
  // On a small screen the actions on several rows are below the tree.
  const showsPane = !isSmall || chosen !== null;
  const manager = useRef<HTMLDivElement>(null);
  usePageTop(manager);
  return (
    <div ref={manager} className={styles.manager} data-small={isSmall || undefined}>
      <div className={styles.left} style={isSmall ? undefined : { width }} hidden={!showsTree}>
        <ContentTree
          content={content}
          actions={actions}
          selection={selection}
          onSelection={setSelection}
          onOpen={open}
          onReveal={(id, parentId) => {
            shown.reveal({ id, parentId });
            choose({ id, parentId });
          }}
          chosenId={chosen?.id ?? null}
          handle={handle}
          manySlot={manySlot}
          isSmall={isSmall}
        />
      </div>
      {!isSmall && showsTree && (
        <TreeWidth
          width={width}
          onChange={(next) => {
            setWidth(next);
            remember("tree-width", String(next));
          }}
          onHide={() => setTreeHidden(true)}
        />
      )}
      {showsPane && (
        <div className={styles.right}>
          {isSmall && chosen && (
            <BackButton Icon={IconArrowLeft} text={t("tree.backToTree")} onClick={() => open(null)} />
          )}
          {!isSmall && isTreeHidden && (
            <BackButton
              Icon={IconLayoutSidebarLeftExpand}
              text={t("tree.showTree")}
              onClick={() => setTreeHidden(false)}
            />
          )}
          {isMany && !isSmall ? (
            <div ref={setManySlot} />
          ) : (
            <StayContext value={shown.showAgain}>
              <ManagePane
                tree={tree}
                chosen={chosen}
                isLoaded={isLoaded}
                onActivate={(item, isOn) => void actions.activate([item], isOn)}
              />
            </StayContext>
          )}
        </div>
      )}
    </div>
  );
}

interface BackButtonProps {
  readonly Icon: Icon;
  readonly text: string;
  readonly onClick: () => void;
}

function BackButton({ Icon, text, onClick }: BackButtonProps) {
  return (
    <Button
      variant="subtle"
      className={styles.back}
      leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
      onClick={onClick}
    >
      {text}
    </Button>
  );
}

/** Keys that must be expanded to show an item: all its parents, with the group of a quiz. */
function openedAbove(way: readonly number[], kindOf: (id: number) => ItemKind | null): string[] {
  return way.slice(0, -1).flatMap((id, index) => {
    const placement = placementKey({ id, parentId: way[index - 1] ?? null, kind: "folder" });
    const below = kindOf(way[index + 1] ?? 0);
    if (kindOf(id) !== "quiz") return [placement];
    return [placement, placementKey({ id, parentId: id, kind: groupOf(below) })];
  });
}

/** The item in the URL: `?item=12&in=5`. */
function useChosen(): { readonly chosen: ChosenPlace | null; readonly choose: (chosen: ChosenPlace | null) => void } {
  const { site } = useSession();
  const navigate = useNavigate();
  const id = useIdInAddress("item");
  const parentId = useIdInAddress("in");
  return {
    chosen: id === null ? null : { id, parentId },
    choose(next) {
      if ((next?.id ?? null) === id && (next?.parentId ?? null) === parentId) return;
      const search = next ? `?item=${next.id}${next.parentId === null ? "" : `&in=${next.parentId}`}` : "";
      void navigate({ href: `/s${site.id}/manage${search}`, resetScroll: false });
    },
  };
}
