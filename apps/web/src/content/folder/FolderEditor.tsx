/** The editor of a folder. */
import type { Folder } from "@parfocal/core/folder/folder.contract.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { message } from "@parfocal/core/messages.ts";
import { useTranslation } from "react-i18next";
import { BoxesEditor } from "#box/BoxesEditor.tsx";
import { FieldValues } from "#custom-field/FieldValues.tsx";
import { AppearanceFields } from "#editor/AppearanceFields.tsx";
import type { AccessSectionComponent } from "#editor/access-section.ts";
import { appearanceOf } from "#editor/appearance.ts";
import { EditorFrame } from "#editor/EditorFrame.tsx";
import { EditorState } from "#editor/EditorState.tsx";
import { TagsField } from "#editor/TagsField.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { pathTo } from "#item/place-path.ts";
import { comparedDescription, isTitled, TitleAndDescription } from "#item-editor/TitleAndDescription.tsx";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { useFolder, useUpdateFolder } from "./folder.api.ts";

interface FolderEditorProps {
  readonly id: number;
  /** From the course down to it. */
  readonly steps: readonly PathStep[];
  readonly AccessSection: AccessSectionComponent;
}

export function FolderEditor({ id, steps, AccessSection }: FolderEditorProps) {
  const { data: folder, isError, refetch } = useFolder(id);
  if (!folder) return <EditorState isError={isError} onRetry={() => void refetch()} />;
  return <FolderForm key={id} folder={folder} steps={steps} AccessSection={AccessSection} />;
}

function valuesOf(folder: Folder) {
  const { title, description, tags } = folder;
  return { title, description, tags, ...appearanceOf(folder) };
}

interface FolderFormProps {
  readonly folder: Folder;
  readonly steps: readonly PathStep[];
  readonly AccessSection: AccessSectionComponent;
}

function FolderForm({ folder, steps, AccessSection }: FolderFormProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const update = useUpdateFolder(folder.id);
  const draft = useDraft({
    name: `folder-${folder.id}`,
    saved: valuesOf(folder),
    async send(changes, { title, description }) {
      await update({ ...changes, seen: { title, description } });
      showSuccess(message("folder.updated"));
    },
  });
  const { values, change } = draft;
  return (
    <EditorFrame
      kind="folder"
      title={folder.title}
      href={pathTo(site.id, steps)}
      draft={draft}
      isValid={isTitled(values)}
      compared={comparedDescription(t, "folder")}
    >
      <TitleAndDescription kind="folder" values={values} onChange={change} />
      <TagsField label={t("editor.tags")} type="folder" value={values.tags} onChange={(tags) => change({ tags })} />
      <AppearanceFields
        values={values}
        automaticThumbnail={folder.thumbnailMediaId === null ? folder.thumbnail : null}
        onChange={change}
      />
      <FieldValues itemId={folder.id} kind="folder" />
      <BoxesEditor id={folder.id} kind="folder" />
      <AccessSection resourceId={folder.id} title={folder.title} />
    </EditorFrame>
  );
}
