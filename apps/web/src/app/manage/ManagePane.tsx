/** The pane beside the tree: the editor of the selection, or a message. */
import { Button } from "@mantine/core";
import { IconExternalLink, IconHandClick } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { EditorSkeleton } from "#editor/EditorState.tsx";
import { type Visibility, VisibilityContext } from "#editor/visibility.ts";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { pathTo } from "#item/place-path.ts";
import { useSession } from "#platform/session.tsx";
import type { Placed } from "#tree/tree-actions.ts";
import { childrenOf, type TreeState, wayTo } from "#tree/tree-state.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { LaterPlaceUploads } from "#upload/LaterPlaceUploads.tsx";
import { ITEM_SCREENS } from "./item-editors.ts";
import { stepsOfWay } from "./row-facts.ts";

interface ManagePaneProps {
  readonly tree: TreeState;
  readonly chosen: { readonly id: number; readonly parentId: number | null } | null;
  readonly isLoaded: boolean;
  readonly onActivate: (item: Placed, isOn: boolean) => void;
}

export function ManagePane({ tree, chosen, isLoaded, onActivate }: ManagePaneProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const node = chosen && tree.nodes.get(chosen.id);
  const way = chosen && node ? wayTo(tree, chosen.id, chosen.parentId) : null;
  if (!isLoaded) return <EditorSkeleton />;
  if (!node || !way)
    return (
      <StateMessage
        icon={IconHandClick}
        title={t("tree.chooseTitle")}
        text={t("tree.chooseText")}
        isWholePage={false}
      />
    );
  const steps = stepsOfWay(tree, way);
  const { Editor } = ITEM_SCREENS[node.type];
  if (Editor)
    return (
      <Suspense fallback={<EditorSkeleton />}>
        <LaterPlaceUploads placeId={node.id} />
        <VisibilityContext value={visibilityOf(tree, way, onActivate)}>
          <Editor key={node.id} id={node.id} kind={node.type} parentId={way.at(-2) ?? null} steps={steps} />
        </VisibilityContext>
      </Suspense>
    );
  const href = pathTo(site.id, steps);
  return (
    <StateMessage
      icon={ITEM_ICONS[node.type]}
      title={node.title}
      text={`${t(`tree.kind_${node.type}`)}. ${t(href === null ? "tree.noEditor" : "tree.noEditorText")}`}
      isWholePage={false}
    >
      {href !== null && (
        <Button
          component={Link}
          to={href}
          variant="default"
          leftSection={<IconExternalLink size={18} stroke={1.5} aria-hidden />}
        >
          {t("tree.openPage")}
        </Button>
      )}
    </StateMessage>
  );
}

/** @param way path from the course down to the item, including the item. */
function visibilityOf(
  tree: TreeState,
  way: readonly number[],
  onActivate: ManagePaneProps["onActivate"],
): Visibility | null {
  const states = way.map((id, index) => childrenOf(tree, way[index - 1] ?? null).find((child) => child.id === id));
  const own = states.at(-1);
  if (!own) return null;
  return {
    isVisible: own.isActive,
    isHiddenAbove: states.slice(0, -1).some((state) => state?.isActive === false),
    change: (isOn) => onActivate({ id: own.id, parentId: way.at(-2) ?? null }, isOn),
  };
}
