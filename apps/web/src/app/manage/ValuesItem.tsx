/** Menu item of the tree: batch edit of the affected slides, or of those in a course or folder. */
import { Menu } from "@mantine/core";
import { IconTable } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { scopeAddress } from "#custom-field/batch/batch-scope.ts";
import { useSession } from "#platform/session.tsx";
import type { TreeRow } from "#tree/tree-rows.ts";

/** Renders nothing for other types. */
export function ValuesItem({ rows }: { readonly rows: readonly TreeRow[] }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  const [first] = rows;
  if (!first) return null;
  const isPlace = rows.length === 1 && (first.kind === "folder" || first.kind === "course");
  if (!isPlace && !rows.every(({ kind }) => kind === "image")) return null;
  const scope = isPlace ? { folderId: first.id } : { slideIds: [...new Set(rows.map(({ id }) => id))] };
  return (
    <Menu.Item
      leftSection={<IconTable size={18} stroke={1.5} aria-hidden />}
      onClick={() => void navigate({ href: scopeAddress(site.id, scope) })}
    >
      {t(isPlace ? "customField.editFolderValues" : "customField.editSlideValues")}
    </Menu.Item>
  );
}
