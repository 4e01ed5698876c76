/** The preview in the menus of small screens, whose header has no space for it. */
import { Menu } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PreviewDialog } from "./preview-dialog.ts";
import { useShownItem } from "./use-shown-item.ts";

interface ItemPreview {
  /** Null: there is nothing to preview, or the user may not preview it. */
  readonly item: React.ReactNode;
  /** Stays mounted when the menu closes. */
  readonly dialog: React.ReactNode;
}

export function useItemPreview(): ItemPreview {
  const { t } = useTranslation();
  const { can } = useSession();
  const shown = useShownItem();
  const [isOpen, setOpen] = useState(false);
  if (shown === null || !can("manageContent")) return { item: null, dialog: null };
  return {
    item: (
      <Menu.Item hiddenFrom="sm" leftSection={<IconEye size={18} stroke={1.5} />} onClick={() => setOpen(true)}>
        {t("app.preview")}
      </Menu.Item>
    ),
    dialog: isOpen && (
      <Suspense fallback={null}>
        <PreviewDialog itemId={shown.id} title={shown.title} onClose={() => setOpen(false)} />
      </Suspense>
    ),
  };
}
