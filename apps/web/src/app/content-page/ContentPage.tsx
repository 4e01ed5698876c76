/** The body of a course's or a folder's page: heading, what stands in it, and dropping files into it. */

import { Button } from "@mantine/core";
import type { DisplayStyle } from "@parfocal/core/item/item-appearance.ts";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import type { OpenedShare } from "@parfocal/core/item/opened-share.contract.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import {
  IconFolderPlus,
  IconFolderUp,
  IconLayoutColumns,
  IconMicroscope,
  IconShare,
  IconUpload,
  IconWorldPlus,
} from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { PageBoxes } from "#box/PageBoxes.tsx";
import { PageFields } from "#custom-field/PageFields.tsx";
import { ItemGrid } from "#item/ItemGrid.tsx";
import { KindCounts } from "#item/KindCounts.tsx";
import { type Backdrop, PageBackground } from "#item/PageBackground.tsx";
import { pathTo } from "#item/place-path.ts";
import { Tags } from "#item/Tags.tsx";
import { useSession } from "#platform/session.tsx";
import { PlaceProgress } from "#progress/PlaceProgress.tsx";
import { keptAddress } from "#slide/kept-address.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { PageHeading } from "#ui/PageHeading.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { openShareDialog } from "#ui/share-request.ts";
import { untilFetched } from "#ui/until-fetched.ts";
import { ChooseButton } from "#upload/ChooseButton.tsx";
import { DropArea } from "#upload/DropArea.tsx";
import { rememberDestination } from "#upload/remembered-destination.ts";
import { useUploadFiles } from "#upload/upload-context.tsx";

/** With the viewer in it, which few who come here need. */
const AddExternalSlideDialog = lazy(() =>
  untilFetched(() => import("#slide/AddExternalSlideDialog.tsx")).then((part) => ({
    default: part.AddExternalSlideDialog,
  })),
);

const AddCaseDialog = lazyPartWithTexts(
  () => import("#case/AddCaseDialog.tsx"),
  (part) => part.AddCaseDialog,
);

export interface Content extends Backdrop {
  readonly id: number;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly displayStyle: DisplayStyle;
  readonly folders: readonly ItemCard[];
  readonly items: readonly ItemCard[];
  readonly progress?: OpenedShare | undefined;
  readonly isVirtual: boolean;
  readonly userCanEdit: boolean;
}

interface ContentPageProps {
  readonly content: Content;
  /** From the course down to this very place. */
  readonly steps: readonly PathStep[];
  readonly renderAddFolder: (isOpen: boolean, onClose: () => void) => ReactNode;
  readonly addFolderLabel: string;
  readonly kind: "course" | "folder";
  /** Above its heading. */
  readonly before?: ReactNode;
  /** Below what stands in it. */
  readonly after?: ReactNode;
}

export function ContentPage({
  content,
  kind,
  steps,
  renderAddFolder,
  addFolderLabel,
  before,
  after,
}: ContentPageProps) {
  const { t } = useTranslation();
  const { id, title, description, folders, items } = content;
  const { site } = useSession();
  const navigate = useNavigate();
  const bring = useUploadFiles();
  const [isAdding, setAdding] = useState(false);
  const [isAddingCase, setAddingCase] = useState(false);
  const [isAddingExternal, setAddingExternal] = useState(() => keptAddress(id) !== null);
  const mayAdd = content.userCanEdit && !content.isVirtual;
  useDestination(mayAdd, id, title);
  const isEmpty = folders.length + items.length === 0;

  const buttons = mayAdd && (
    <>
      <Button variant="default" leftSection={<IconFolderPlus size={18} stroke={1.5} />} onClick={() => setAdding(true)}>
        {addFolderLabel}
      </Button>
      <Button
        variant="default"
        leftSection={<IconLayoutColumns size={18} stroke={1.5} />}
        onClick={() => setAddingCase(true)}
      >
        {t("folder.addCase")}
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
        {t("folder.chooseFolder")}
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
      {before}
      <PageBackground look={content}>
        <PageHeading title={title} text={description}>
          <ShareButton content={content} kind={kind} />
          {!isEmpty && buttons}
        </PageHeading>
        <Tags tags={content.tags} />
        <KindCounts cards={[...folders, ...items]} />
        <PlaceProgress id={id} title={title} share={content.progress} mayReset={!content.isVirtual} />
      </PageBackground>
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
        <ItemGrid folders={folders} items={items} steps={steps} displayStyle={content.displayStyle} />
      )}
      <Details content={content} kind={kind} />
      {after}
      {mayAdd && renderAddFolder(isAdding, () => setAdding(false))}
      {isAddingCase && (
        <Suspense fallback={null}>
          <AddCaseDialog
            parentId={id}
            items={items}
            onAdded={(caseId) => {
              setAddingCase(false);
              void navigate({ to: pathTo(site.id, [...steps, { kind: "case", id: caseId }]) ?? "/" });
            }}
            onClose={() => setAddingCase(false)}
          />
        </Suspense>
      )}
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

/** What is uploaded next goes here. */
function useDestination(mayAdd: boolean, id: number, title: string): void {
  useEffect(() => {
    if (mayAdd) rememberDestination({ id, title });
  }, [mayAdd, id, title]);
}

function ShareButton({ content: { id, title, isVirtual }, kind }: Pick<ContentPageProps, "content" | "kind">) {
  const { t } = useTranslation();
  const { can } = useSession();
  if (!can("learn") || isVirtual) return null;
  return (
    <Button
      variant="default"
      leftSection={<IconShare size={18} stroke={1.5} aria-hidden />}
      onClick={() => openShareDialog({ shareType: kind, itemId: id, title })}
    >
      {t("item.share")}
    </Button>
  );
}

/** What is known of the course or folder beyond its description. */
function Details({ content: { id, isVirtual }, kind }: Pick<ContentPageProps, "content" | "kind">) {
  return (
    <>
      <PageFields id={id} kind={kind} />
      {!isVirtual && <PageBoxes id={id} kind={kind} />}
    </>
  );
}
