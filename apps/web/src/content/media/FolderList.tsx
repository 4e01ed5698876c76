/** Folders of the library: a list at the side, or a select field on small screens. */
import { ActionIcon, Button, Menu, NativeSelect } from "@mantine/core";
import type { MediaFolder } from "@parfocal/core/media/media.contract.ts";
import { IconDots, IconFolder, IconFolderPlus, IconFolders, IconPencil, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import { FolderDialog, RemoveFolderDialog } from "./FolderDialogs.tsx";
import styles from "./MediaBrowser.module.css";
import { type FolderChoice, useMediaFolders } from "./media.api.ts";

interface FolderListProps {
  readonly chosen: FolderChoice;
  readonly onChoose: (folder: FolderChoice) => void;
  /** Whether folders can be created, renamed and deleted here. */
  readonly isEditable: boolean;
}

export function FolderList({ chosen, onChoose, isEditable }: FolderListProps) {
  const { t, i18n } = useTranslation();
  const { data: folders = [] } = useMediaFolders();
  const [isAdding, setAdding] = useState(false);
  const row = (choice: FolderChoice, title: string, fileCount: number | null) => (
    <button
      type="button"
      className={styles.folder}
      aria-current={chosen === choice ? "true" : undefined}
      onClick={() => onChoose(choice)}
    >
      {choice === "all" ? (
        <IconFolders size={18} stroke={1.5} aria-hidden />
      ) : (
        <IconFolder size={18} stroke={1.5} aria-hidden />
      )}
      <span>{title}</span>
      {fileCount !== null && <small>{formatQuantity(fileCount, i18n.language)}</small>}
    </button>
  );
  return (
    <nav className={styles.folders} aria-label={t("media.folders")}>
      <div className={styles.folderRow} data-active={chosen === "all" || undefined}>
        {row("all", t("media.allFiles"), null)}
      </div>
      {folders.map((folder) => (
        <div key={folder.id} className={styles.folderRow} data-active={chosen === folder.id || undefined}>
          {row(folder.id, folder.title, folder.fileCount)}
          {isEditable && <FolderMenu folder={folder} onRemoved={() => chosen === folder.id && onChoose("all")} />}
        </div>
      ))}
      {folders.length > 0 && (
        <div className={styles.folderRow} data-active={chosen === "none" || undefined}>
          {row("none", t("media.noFolder"), null)}
        </div>
      )}
      {isEditable && (
        <Button
          variant="subtle"
          justify="flex-start"
          mt={4}
          px={8}
          leftSection={<IconFolderPlus size={18} stroke={1.5} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t("media.newFolder")}
        </Button>
      )}
      <FolderDialog
        isOpen={isAdding}
        folder={null}
        onClose={() => setAdding(false)}
        onSaved={({ id }) => onChoose(id)}
      />
    </nav>
  );
}

export function FolderSelect({ chosen, onChoose, isEditable }: FolderListProps) {
  const { t } = useTranslation();
  const { data: folders = [] } = useMediaFolders();
  const [isAdding, setAdding] = useState(false);
  const folder = folders.find(({ id }) => id === chosen);
  return (
    <div className={styles.folderSelect}>
      <NativeSelect
        aria-label={t("media.folder")}
        value={String(chosen)}
        onChange={({ currentTarget: { value } }) =>
          onChoose(value === "all" || value === "none" ? value : Number(value))
        }
        data={[
          { value: "all", label: t("media.allFiles") },
          ...folders.map(({ id, title }) => ({ value: String(id), label: title })),
          ...(folders.length > 0 ? [{ value: "none", label: t("media.noFolder") }] : []),
        ]}
      />
      {isEditable && folder && <FolderMenu folder={folder} onRemoved={() => onChoose("all")} />}
      {isEditable && (
        <ActionIcon size={44} variant="default" aria-label={t("media.newFolder")} onClick={() => setAdding(true)}>
          <IconFolderPlus size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
      <FolderDialog
        isOpen={isAdding}
        folder={null}
        onClose={() => setAdding(false)}
        onSaved={({ id }) => onChoose(id)}
      />
    </div>
  );
}

function FolderMenu({ folder, onRemoved }: { readonly folder: MediaFolder; readonly onRemoved: () => void }) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<"rename" | "remove" | null>(null);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon
            size={36}
            variant="subtle"
            color="gray"
            aria-label={t("media.folderMenu", { title: folder.title })}
          >
            <IconDots size={18} stroke={1.5} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} stroke={1.5} />} onClick={() => setDialog("rename")}>
            {t("media.renameFolder")}
          </Menu.Item>
          <Menu.Item
            color="var(--mantine-color-error)"
            leftSection={<IconTrash size={16} stroke={1.5} />}
            onClick={() => setDialog("remove")}
          >
            {t("media.removeFolder")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <FolderDialog isOpen={dialog === "rename"} folder={folder} onClose={() => setDialog(null)} />
      <RemoveFolderDialog
        folder={dialog === "remove" ? folder : null}
        onClose={() => setDialog(null)}
        onRemoved={onRemoved}
      />
    </>
  );
}
