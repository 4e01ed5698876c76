import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ANNOTATION_ACTIONS, type AnnotationAction, actionsFor } from "./annotation-actions.ts";
import type { AnnotationViewer, ListedAnnotation } from "./annotation-outbox.ts";
import type { AnnotationActions } from "./useAnnotationActions.ts";

const ICON_SIZE_PX = 16;
const ICON_STROKE = 1.5;

interface AnnotationMenuProps {
  readonly annotation: ListedAnnotation;
  readonly viewer: AnnotationViewer;
  readonly actions: AnnotationActions;
  /** Actions that have their own button beside the menu. */
  readonly besides?: readonly AnnotationAction[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** The actions on an annotation that the current user may perform. */
export function AnnotationMenu({
  annotation,
  viewer,
  actions,
  besides = [],
  isOpen,
  onOpenChange,
}: AnnotationMenuProps) {
  const { t } = useTranslation();
  const offered = actionsFor(annotation, viewer).filter((action) => !besides.includes(action));
  if (offered.length === 0) return null;
  return (
    <Menu opened={isOpen} onChange={onOpenChange} position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("annotation.more", { title: annotation.title || t("annotation.untitled") })}
        >
          <IconDots size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {offered.map((action) => {
          const { label, icon: ActionIcon } = ANNOTATION_ACTIONS[action];
          return (
            <Menu.Item
              key={action}
              {...(action === "delete" ? { color: "red" } : {})}
              leftSection={<ActionIcon size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />}
              onClick={() => actions.run(action, annotation)}
            >
              {t(label)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
