/** The menu for adding items to a course or folder on its own page, with the dialogs that it opens. */
import { Button, Menu } from "@mantine/core";
import { ITEM_KIND_NAMES, type ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { canBeAdded } from "@parfocal/core/structure/paste-rules.ts";
import { IconChevronDown, IconFolderUp, IconPlus, IconUpload, IconWorldPlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { pathTo } from "#item/place-path.ts";
import { ADD_DIALOGS } from "#manage/add-dialogs.ts";
import { useSession } from "#platform/session.tsx";
import { chooseFiles } from "#ui/choose-files.ts";
import type { TakeFiles } from "#ui/dropped-files.ts";
import { useOpenedAtFirst } from "#ui/later-part.ts";

export interface AddMenuProps {
  readonly kind: "course" | "folder";
  /** From the course down to the current course or folder. */
  readonly steps: readonly PathStep[];
  /** Whether it is the page's primary action. */
  readonly isPrimary: boolean;
  readonly onFiles: (take: TakeFiles) => void;
  readonly onExternal: () => void;
}

const SIZE = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

export function AddMenu({
  kind,
  steps,
  isPrimary,
  isOpenAtFirst,
  onFiles,
  onExternal,
}: AddMenuProps & { readonly isOpenAtFirst: boolean }) {
  const { t } = useTranslation();
  const { buttonRef, menuProps } = useOpenedAtFirst(isOpenAtFirst);
  const [added, setAdded] = useState<ItemKind | null>(null);
  const showAdded = useShowAdded(steps);
  const place = { kind, quizType: null };
  const kinds = ITEM_KIND_NAMES.filter((one) => ADD_DIALOGS[one] && canBeAdded(one, place));
  const parentId = steps.at(-1)?.id ?? 0;
  const Dialog = added && ADD_DIALOGS[added];
  return (
    <>
      <Menu position="bottom-end" {...menuProps} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            ref={buttonRef}
            variant={isPrimary ? "filled" : "default"}
            leftSection={<IconPlus {...SIZE} />}
            rightSection={<IconChevronDown size={16} stroke={1.5} aria-hidden />}
          >
            {t("item.add")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown mah="calc(100dvh - 1rem)" style={{ overflowY: "auto" }}>
          <Menu.Item leftSection={<IconUpload {...SIZE} />} onClick={() => chooseFiles(onFiles)}>
            {t("tree.addSlides")}
          </Menu.Item>
          <Menu.Item leftSection={<IconFolderUp {...SIZE} />} onClick={() => chooseFiles(onFiles, "folder")}>
            {t("folder.uploadFolder")}
          </Menu.Item>
          <Menu.Item leftSection={<IconWorldPlus {...SIZE} />} onClick={onExternal}>
            {t("ui.withEllipsis", { text: t("slide.externalAdd") })}
          </Menu.Item>
          <Menu.Divider />
          {kinds.map((one) => {
            const Icon = ITEM_ICONS[one];
            return (
              <Menu.Item key={one} leftSection={<Icon {...SIZE} />} onClick={() => setAdded(one)}>
                {t("ui.withEllipsis", { text: t(`tree.kind_${one}`) })}
              </Menu.Item>
            );
          })}
        </Menu.Dropdown>
      </Menu>
      {added && Dialog && (
        <Suspense fallback={null}>
          <Dialog
            parentId={parentId}
            parentKind={kind}
            onAdded={(id) => {
              setAdded(null);
              showAdded(added, id);
            }}
            onClose={() => {
              setAdded(null);
              buttonRef.current?.focus();
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/**
 * A new folder or document is opened itself, a case in its arrange mode; other items are still empty and open in their
 * editor.
 */
function useShowAdded(steps: readonly PathStep[]) {
  const { site } = useSession();
  const navigate = useNavigate();
  return (kind: ItemKind, id: number): void => {
    if (kind === "folder" || kind === "attachment") return;
    const page = pathTo(site.id, [...steps, { kind, id }]);
    if (kind === "case" && page) void navigate({ href: page });
    else void navigate({ href: `/s${site.id}/manage?item=${id}&in=${steps.at(-1)?.id}` });
  };
}
