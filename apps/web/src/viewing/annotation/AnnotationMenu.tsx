import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ANNOTATION_DEEDS, type AnnotationDeed, deedsFor } from "./annotation-deeds.ts";
import type { AnnotationViewer, ListedAnnotation } from "./annotation-outbox.ts";
import type { AnnotationDeeds } from "./useAnnotationDeeds.ts";

const ICON_SIZE_PX = 16;
const ICON_STROKE = 1.5;

interface AnnotationMenuProps {
  readonly annotation: ListedAnnotation;
  readonly viewer: AnnotationViewer;
  readonly deeds: AnnotationDeeds;
  /** Those that have a button of their own beside the menu. */
  readonly besides?: readonly AnnotationDeed[];
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** What the person who looks may do with an annotation, and nothing else. */
export function AnnotationMenu({ annotation, viewer, deeds, besides = [], isOpen, onOpenChange }: AnnotationMenuProps) {
  const { t } = useTranslation();
  const offered = deedsFor(annotation, viewer).filter((deed) => !besides.includes(deed));
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
        {offered.map((deed) => {
          const { label, icon: DeedIcon } = ANNOTATION_DEEDS[deed];
          return (
            <Menu.Item
              key={deed}
              {...(deed === "delete" ? { color: "red" } : {})}
              leftSection={<DeedIcon size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />}
              onClick={() => deeds.run(deed, annotation)}
            >
              {t(label)}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
