/** The menu of the tree: of a row, or of items to add. It opens at the pointer. */
import { Menu, type PopoverProps, Text } from "@mantine/core";
import { ITEM_KINDS, type ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { shareTypeOf } from "@parfocal/core/share/share-types.ts";
import {
  IconChartBar,
  IconClipboard,
  IconExternalLink,
  IconEye,
  IconListCheck,
  IconPencil,
  IconPlus,
  IconSchool,
  IconShare,
  IconUpload,
  IconUsersGroup,
} from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { pathTo } from "#item/place-path.ts";
import type { PickedKind } from "#picker/picker-item.ts";
import { useSession } from "#platform/session.tsx";
import type { TreeRow } from "#tree/tree-rows.ts";
import type { TreeState } from "#tree/tree-state.ts";
import { openShareDialog } from "#ui/share-request.ts";
import { type OfferedAction, offeredActions, type RowActions } from "./row-actions.ts";
import { addableKinds, isAddedTo, pickableKinds, stepsOfWay, takesSlides, wayOfKey } from "./row-facts.ts";
import { ValuesItem } from "./ValuesItem.tsx";

export interface MenuActions extends RowActions {
  readonly rename: (row: TreeRow) => void;
  readonly showAdd: (row: TreeRow) => void;
  readonly paste: (row: TreeRow) => void;
  readonly assign: (row: TreeRow) => void;
  /** Shows its page with the rights of a learner or of a selected person. */
  readonly preview: (row: TreeRow) => void;
  /** Starts selecting several rows by tapping, with this one selected. */
  readonly select: (row: TreeRow) => void;
}

interface MenuFrameProps {
  readonly x: number;
  readonly y: number;
  readonly label: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** For the popover: its target is a point, without role or name. */
const POINT = { withRoles: false } satisfies Pick<PopoverProps, "withRoles">;

/**
 * No keys, because the focus moves into the menu shortly after it opens, and a key pressed until then must not close
 * it.
 */
const CLOSING_EVENTS = ["mousedown", "touchstart"];

function MenuFrame({ x, y, label, onClose, children }: MenuFrameProps) {
  return (
    // On a phone the menu fits neither above nor below that point, so it covers it.
    <Menu
      opened
      onClose={onClose}
      position="bottom-start"
      middlewares={{ flip: true, shift: { crossAxis: true } }}
      clickOutsideEvents={CLOSING_EVENTS}
      shadow="md"
      returnFocus={false}
      trapFocus
      {...POINT}
      withInitialFocusPlaceholder={false}
    >
      <Menu.Target>
        <span style={{ position: "fixed", left: x, top: y, width: 1, height: 1 }} />
      </Menu.Target>
      <Menu.Dropdown aria-label={label} mah="calc(100dvh - 1rem)" style={{ overflowY: "auto" }}>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}

/** Not part of the accessible name: a menu item is named after its action. */
const Keys = ({ text }: { readonly text: string }) => (
  <Text component="span" size="xs" c="dimmed" aria-hidden>
    {text}
  </Text>
);

interface RowMenuProps extends Omit<MenuFrameProps, "children" | "label"> {
  readonly tree: TreeState;
  readonly row: TreeRow;
  /** All affected rows: the selection if the row is part of it. */
  readonly rows: readonly TreeRow[];
  readonly actions: MenuActions;
}

const SIZE = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

function RowMenu({ tree, row, rows, actions, ...frame }: RowMenuProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const isOne = rows.length === 1;
  const href = isOne ? pathTo(site.id, stepsOfWay(tree, wayOfKey(row.key))) : null;
  const canAdd = isOne && isAddedTo(tree, row.id);
  const shareType = isOne ? shareTypeOf(row.kind) : null;
  const hasOwnPage = isOne && ITEM_KINDS[row.kind].segment !== null && row.kind !== "quizQuestion";
  const label = isOne ? t("tree.menuOf", { title: row.title }) : t("tree.selected", { count: rows.length });
  const offered = offeredActions(t, { tree, rows, actions });
  const itemsOf = (group: OfferedAction["group"]) =>
    offered.map(
      ({ group: own, text, keys, Icon, run }) =>
        own === group && (
          <Menu.Item
            key={text}
            color={group === "end" ? "var(--mantine-color-error)" : undefined}
            leftSection={<Icon {...SIZE} />}
            rightSection={keys && <Keys text={keys} />}
            onClick={run}
          >
            {text}
          </Menu.Item>
        ),
    );
  return (
    <MenuFrame {...frame} label={label}>
      {href !== null && (
        <Menu.Item component={Link} to={href} leftSection={<IconExternalLink {...SIZE} />}>
          {t("tree.openPage")}
        </Menu.Item>
      )}
      {hasOwnPage && (
        <Menu.Item leftSection={<IconEye {...SIZE} />} onClick={() => actions.preview(row)}>
          {t("tree.preview")}
        </Menu.Item>
      )}
      {isOne && row.kind === "course" && (
        <Menu.Item
          component={Link}
          to={`/s${site.id}/manage/course-progress`}
          search={{ course: String(row.id) } as never}
          leftSection={<IconChartBar {...SIZE} />}
        >
          {t("item.courseProgress")}
        </Menu.Item>
      )}
      {canAdd && (
        <Menu.Item leftSection={<IconPlus {...SIZE} />} closeMenuOnClick={false} onClick={() => actions.showAdd(row)}>
          {t("ui.withEllipsis", { text: t("tree.add") })}
        </Menu.Item>
      )}
      {isOne && (
        <>
          <Menu.Item
            leftSection={<IconPencil {...SIZE} />}
            rightSection={<Keys text="F2" />}
            onClick={() => actions.rename(row)}
          >
            {t("tree.rename")}
          </Menu.Item>
          <Menu.Item leftSection={<IconListCheck {...SIZE} />} onClick={() => actions.select(row)}>
            {t("tree.selectSeveral")}
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      {itemsOf("clipboard")}
      {isOne && (
        <Menu.Item
          leftSection={<IconClipboard {...SIZE} />}
          rightSection={<Keys text="Ctrl+V" />}
          onClick={() => actions.paste(row)}
        >
          {t("tree.paste")}
        </Menu.Item>
      )}
      {itemsOf("place")}
      <Menu.Divider />
      {itemsOf("state")}
      <ValuesItem rows={rows} />
      {shareType !== null && (
        <Menu.Item
          leftSection={<IconShare {...SIZE} />}
          onClick={() => openShareDialog({ shareType, itemId: row.id, title: row.title })}
        >
          {t("tree.share")}
        </Menu.Item>
      )}
      {hasOwnPage && (
        <Menu.Item leftSection={<IconUsersGroup {...SIZE} />} onClick={() => actions.assign(row)}>
          {t("tree.assign")}
        </Menu.Item>
      )}
      {itemsOf("end")}
    </MenuFrame>
  );
}

interface AddMenuProps extends Omit<MenuFrameProps, "children" | "label"> {
  readonly tree: TreeState;
  /** Parent to which it is added; null: the site. */
  readonly parent: { readonly id: number; readonly title: string } | null;
  readonly onAdd: (kind: ItemKind, parentId: number) => void;
  /** Existing items can be added to it too. */
  readonly onPick: (kind: PickedKind, parentId: number) => void;
  readonly onAddCourse: () => void;
  readonly onUpload: (parent: { readonly id: number; readonly title: string }) => void;
}

function AddMenu({ tree, parent, onAdd, onPick, onAddCourse, onUpload, ...frame }: AddMenuProps) {
  const { t } = useTranslation();
  return (
    <MenuFrame {...frame} label={t("tree.add")}>
      {parent && (
        <>
          <Menu.Label>{t("tree.addTo", { title: parent.title })}</Menu.Label>
          {takesSlides(tree, parent.id) && (
            <Menu.Item leftSection={<IconUpload {...SIZE} />} onClick={() => onUpload(parent)}>
              {t("tree.addSlides")}
            </Menu.Item>
          )}
          {addableKinds(tree, parent.id).map((kind) => {
            const Icon = ITEM_ICONS[kind];
            return (
              <Menu.Item key={kind} leftSection={<Icon {...SIZE} />} onClick={() => onAdd(kind, parent.id)}>
                {t("ui.withEllipsis", { text: t(`tree.kind_${kind}`) })}
              </Menu.Item>
            );
          })}
          <PickItems kinds={pickableKinds(tree, parent.id)} onPick={(kind) => onPick(kind, parent.id)} />
          <Menu.Divider />
        </>
      )}
      <Menu.Item leftSection={<IconSchool {...SIZE} />} onClick={onAddCourse}>
        {t("tree.addCourse")}
      </Menu.Item>
    </MenuFrame>
  );
}

interface PickItemsProps {
  readonly kinds: readonly PickedKind[];
  readonly onPick: (kind: PickedKind) => void;
}

function PickItems({ kinds, onPick }: PickItemsProps) {
  const { t } = useTranslation();
  if (kinds.length === 0) return null;
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t("picker.addExisting")}</Menu.Label>
      {kinds.map((kind) => {
        const Icon = ITEM_ICONS[kind];
        return (
          <Menu.Item key={kind} leftSection={<Icon {...SIZE} />} onClick={() => onPick(kind)}>
            {t(`picker.existing_${kind}`)}
          </Menu.Item>
        );
      })}
    </>
  );
}

export type OpenMenu =
  | { readonly type: "row"; readonly row: TreeRow; readonly x: number; readonly y: number }
  | {
      readonly type: "add";
      /** Omitted: where the selection adds, even if it changes while the menu is open, as when the tree is loading. */
      readonly parent?: AddMenuProps["parent"];
      readonly x: number;
      readonly y: number;
    };

interface TreeMenusProps extends Pick<AddMenuProps, "tree" | "onAdd" | "onPick" | "onAddCourse" | "onUpload"> {
  readonly menu: OpenMenu | null;
  /** Where the selection adds; null: the site. */
  readonly addPlace: AddMenuProps["parent"];
  readonly meantBy: (row: TreeRow) => readonly TreeRow[];
  readonly actions: MenuActions;
  /** @param type type of the closing menu, because another one may be open by then. */
  readonly onClose: (type: OpenMenu["type"]) => void;
}

/** Whichever menu is open; never both. */
export function TreeMenus({ menu, addPlace, tree, meantBy, actions, onClose, ...adding }: TreeMenusProps) {
  if (menu?.type === "row") {
    const { row, x, y } = menu;
    return <RowMenu {...{ tree, row, x, y, actions }} rows={meantBy(row)} onClose={() => onClose("row")} />;
  }
  if (menu?.type !== "add") return null;
  const { parent = addPlace, x, y } = menu;
  return <AddMenu {...{ tree, parent, x, y }} {...adding} onClose={() => onClose("add")} />;
}
