/** Body of a course or folder page: heading, contents, and uploads by dropping files. */

import { Button } from "@mantine/core";
import type { DisplayStyle } from "@parfocal/core/item/item-appearance.ts";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import type { OpenedShare } from "@parfocal/core/item/opened-share.contract.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { IconChartBar, IconMicroscope, IconShare, IconUpload } from "@tabler/icons-react";
import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { PageBoxes } from "#box/PageBoxes.tsx";
import { PageFields } from "#custom-field/PageFields.tsx";
import { ItemGrid } from "#item/ItemGrid.tsx";
import { KindCounts } from "#item/KindCounts.tsx";
import { type Backdrop, PageBackground } from "#item/PageBackground.tsx";
import { Tags } from "#item/Tags.tsx";
import { useSession } from "#platform/session.tsx";
import { PlaceProgress } from "#progress/PlaceProgress.tsx";
import { storedAddress } from "#slide/stored-address.ts";
import { prefetchReaderScripts } from "#textbook/TextbookPage.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import type { TakeFiles } from "#ui/dropped-files.ts";
import { PageHeading } from "#ui/PageHeading.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { isSavingData } from "#ui/saving-data.ts";
import { useIsSettled } from "#ui/settled.ts";
import { openShareDialog } from "#ui/share-request.ts";
import { untilFetched } from "#ui/until-fetched.ts";
import { ChooseButton } from "#upload/ChooseButton.tsx";
import { DropArea } from "#upload/DropArea.tsx";
import { LaterPlaceUploads } from "#upload/LaterPlaceUploads.tsx";
import { rememberDestination } from "#upload/remembered-destination.ts";
import { useUploadFiles } from "#upload/upload-context.tsx";
import { LaterAddMenu } from "./LaterAddMenu.tsx";

/** Includes the viewer, which few visitors of this page need. */
const AddExternalSlideDialog = lazy(() =>
  untilFetched(() => import("#slide/AddExternalSlideDialog.tsx")).then((part) => ({
    default: part.AddExternalSlideDialog,
  })),
);

interface Content extends Backdrop {
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
  /** From the course down to the current course or folder. */
  readonly steps: readonly PathStep[];
  readonly kind: "course" | "folder";
  /** Shown above the heading. */
  readonly before?: ReactNode;
  /** Shown below the contents. */
  readonly after?: ReactNode;
}

export function ContentPage({ content, kind, steps, before, after }: ContentPageProps) {
  const { t } = useTranslation();
  const { id, title, description, folders, items } = content;
  const uploadFiles = useUploadFiles();
  const [isAddingExternal, setAddingExternal] = useState(() => storedAddress(id) !== null);
  const mayAdd = content.userCanEdit && !content.isVirtual;
  useDestination(mayAdd, id, title);
  useReaderScripts(items);
  const isEmpty = folders.length + items.length === 0;

  const upload = (take: TakeFiles) => uploadFiles(take, { id, title });
  const addMenu = mayAdd && (
    <LaterAddMenu
      kind={kind}
      steps={steps}
      isPrimary={!isEmpty}
      onFiles={upload}
      onExternal={() => setAddingExternal(true)}
    />
  );
  const page = (
    <>
      {before}
      <PageBackground look={content}>
        <PageHeading title={title} text={description}>
          {kind === "course" && mayAdd && <ProgressLink courseId={id} />}
          <ShareButton content={content} kind={kind} />
          {!isEmpty && addMenu}
        </PageHeading>
        <Tags tags={content.tags} />
        <KindCounts cards={[...folders, ...items]} />
        <PlaceProgress id={id} title={title} share={content.progress} mayReset={!content.isVirtual} />
      </PageBackground>
      {mayAdd && <LaterPlaceUploads placeId={id} />}
      {isEmpty ? (
        <StateMessage
          icon={IconMicroscope}
          title={t(mayAdd ? "item.emptyManagerTitle" : "item.emptyTitle")}
          text={t(mayAdd ? "item.emptyManagerText" : "item.emptyText")}
          isWholePage={false}
        >
          {addMenu}
          {mayAdd && (
            <ChooseButton what="files" leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />} onFiles={upload}>
              {t("item.chooseSlides")}
            </ChooseButton>
          )}
        </StateMessage>
      ) : (
        <ItemGrid folders={folders} items={items} steps={steps} displayStyle={content.displayStyle} />
      )}
      <Details content={content} kind={kind} />
      {after}
      {isAddingExternal && (
        <Suspense fallback={null}>
          <AddExternalSlideDialog isOpen parentId={id} onClose={() => setAddingExternal(false)} />
        </Suspense>
      )}
    </>
  );
  if (!mayAdd) return page;
  return (
    <DropArea label={t("item.dropHere", { place: title })} onFiles={upload}>
      {page}
    </DropArea>
  );
}

/** Makes this the destination of the next uploads. */
function useDestination(mayAdd: boolean, id: number, title: string): void {
  useEffect(() => {
    if (mayAdd) rememberDestination({ id, title });
  }, [mayAdd, id, title]);
}

/**
 * If there is a textbook in the list, preloads its reader, the largest part of the pages, unless the user saves data.
 */
function useReaderScripts(items: readonly ItemCard[]): void {
  const isPrefetchDue = useIsSettled() && items.some(({ type }) => type === "textbook");
  useEffect(() => {
    if (isPrefetchDue && !isSavingData()) prefetchReaderScripts();
  }, [isPrefetchDue]);
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

function ProgressLink({ courseId }: { readonly courseId: number }) {
  const { t } = useTranslation();
  const { site } = useSession();
  return (
    <ButtonLink
      to={`/s${site.id}/manage/course-progress`}
      search={{ course: String(courseId) }}
      variant="default"
      leftSection={<IconChartBar size={18} stroke={1.5} aria-hidden />}
    >
      {t("item.courseProgress")}
    </ButtonLink>
  );
}

/** Further information about the course or folder, below its description. */
function Details({ content: { id, isVirtual }, kind }: Pick<ContentPageProps, "content" | "kind">) {
  return (
    <>
      <PageFields id={id} kind={kind} />
      {!isVirtual && <PageBoxes id={id} kind={kind} />}
    </>
  );
}
