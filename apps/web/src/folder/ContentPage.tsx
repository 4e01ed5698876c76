/** The body of a course's or a folder's page: heading, what stands in it, and dropping files into it. */

import { Button } from "@mantine/core";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { IconFolderPlus, IconFolderUp, IconMicroscope, IconUpload, IconWorldPlus } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ItemGrid } from "#item/ItemGrid.tsx";
import { keptAddress } from "#slide/kept-address.ts";
import { PageHeading } from "#ui/PageHeading.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { untilFetched } from "#ui/until-fetched.ts";
import { ChooseButton } from "#upload/ChooseButton.tsx";
import { DropArea } from "#upload/DropArea.tsx";
import { rememberDestination } from "#upload/remembered-destination.ts";
import { useBringFiles } from "#upload/upload-context.tsx";

/** With the viewer in it, which few who come here need. */
const AddExternalSlideDialog = lazy(() =>
  untilFetched(() => import("#slide/AddExternalSlideDialog.tsx")).then((part) => ({
    default: part.AddExternalSlideDialog,
  })),
);

export interface Content {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly folders: readonly ItemCard[];
  readonly items: readonly ItemCard[];
  readonly isVirtual: boolean;
  readonly userCanEdit: boolean;
}

interface ContentPageProps {
  readonly content: Content;
  /** From the course down to this very place. */
  readonly steps: readonly PathStep[];
  readonly renderAddFolder: (isOpen: boolean, onClose: () => void) => ReactNode;
  readonly addFolderLabel: string;
}

export function ContentPage({ content, steps, renderAddFolder, addFolderLabel }: ContentPageProps) {
  const { t } = useTranslation();
  const { id, title, description, folders, items } = content;
  const bring = useBringFiles();
  const [isAdding, setAdding] = useState(false);
  const [isAddingExternal, setAddingExternal] = useState(() => keptAddress(id) !== null);
  const mayAdd = content.userCanEdit && !content.isVirtual;
  useEffect(() => {
    if (mayAdd) rememberDestination({ id, title });
  }, [mayAdd, id, title]);
  const isEmpty = folders.length + items.length === 0;

  const buttons = mayAdd && (
    <>
      <Button variant="default" leftSection={<IconFolderPlus size={18} stroke={1.5} />} onClick={() => setAdding(true)}>
        {addFolderLabel}
      </Button>
      <Button
        variant="default"
        leftSection={<IconWorldPlus size={18} stroke={1.5} />}
        onClick={() => setAddingExternal(true)}
      >
        {t("slide.externalAdd")}
      </Button>
      <ChooseButton
        what="folder"
        variant="default"
        leftSection={<IconFolderUp size={18} stroke={1.5} />}
        onFiles={(take) => bring(take, { id, title })}
      >
        {t("upload.chooseFolder")}
      </ChooseButton>
      <ChooseButton
        what="files"
        leftSection={<IconUpload size={18} stroke={1.5} />}
        onFiles={(take) => bring(take, { id, title })}
      >
        {t("item.chooseSlides")}
      </ChooseButton>
    </>
  );
  const page = (
    <>
      <PageHeading title={title} text={description}>
        {!isEmpty && buttons}
      </PageHeading>
      {isEmpty ? (
        <StateMessage
          icon={IconMicroscope}
          title={t(mayAdd ? "item.emptyManagerTitle" : "item.emptyTitle")}
          text={t(mayAdd ? "item.emptyManagerText" : "item.emptyText")}
          isWholePage={false}
        >
          {buttons}
        </StateMessage>
      ) : (
        <ItemGrid folders={folders} items={items} steps={steps} />
      )}
      {mayAdd && renderAddFolder(isAdding, () => setAdding(false))}
      {isAddingExternal && (
        <Suspense fallback={null}>
          <AddExternalSlideDialog isOpen parentId={id} onClose={() => setAddingExternal(false)} />
        </Suspense>
      )}
    </>
  );
  if (!mayAdd) return page;
  return (
    <DropArea label={t("item.dropHere", { place: title })} onFiles={(take) => bring(take, { id, title })}>
      {page}
    </DropArea>
  );
}
