/** A shared folder or course, and folders in it: cards that open below the link. */
import { Button, Title } from "@mantine/core";
import { cssFilterOf } from "@parfocal/core/item/colour-adjustment.ts";
import { formatSharedPath, type SharedPlace } from "@parfocal/core/share/share-path.ts";
import type { SharedCard } from "@parfocal/core/share/shared-items.contract.ts";
import { IconMicroscope } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { namedKindOf } from "#item/named-kinds.ts";
import { useSharedLink } from "#platform/shared-link.ts";
import { PageHeading } from "#ui/PageHeading.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { CardGrid, PictureCard } from "#ui/PictureCard.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import { SharedFailure } from "./SharedFailure.tsx";
import classes from "./SharedPage.module.css";
import type { SharedItemProps } from "./shared-item.ts";
import { useSharedItems } from "./shared-page.api.ts";
import { crumbsBelow, nameOf } from "./shared-place.ts";

export function SharedFolder({ place, id, parentId }: SharedItemProps) {
  const { t } = useTranslation();
  const isEmbedded = useSharedLink()?.isEmbedded ?? false;
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isFetchNextPageError } = useSharedItems(
    place.token,
    parentId === null ? null : id,
  );
  const [first] = data?.pages ?? [];
  const title = first ? nameOf(t, first.parent) : "";
  usePagePlace({ title, crumbs: first ? crumbsBelow(t, place, first.path) : [] });
  if (!first)
    return error ? (
      <SharedFailure error={error} isEmbedded={isEmbedded} onRetry={() => void refetch()} />
    ) : (
      <PageSkeleton />
    );
  const cards = (data?.pages ?? []).flatMap(({ items }) => items);
  const groups = [
    { heading: t("item.folders"), cards: cards.filter(({ type }) => type === "folder") },
    {
      heading: t(cards.every(({ type }) => type === "image" || type === "folder") ? "item.slides" : "item.content"),
      cards: cards.filter(({ type }) => type !== "folder"),
    },
  ].filter((group) => group.cards.length > 0);
  return (
    <>
      <PageHeading title={title} />
      {cards.length === 0 && (
        <StateMessage
          icon={IconMicroscope}
          title={t("item.emptyTitle")}
          text={t("item.emptyText")}
          isWholePage={false}
        />
      )}
      {groups.map((group) => (
        <section key={group.heading} className={classes.group}>
          <Title order={2} className={groups.length > 1 ? classes.heading : "for-screen-readers"}>
            {group.heading}
          </Title>
          <CardGrid>
            {group.cards.map((card) => (
              <li key={card.id}>
                <SharedCardView card={card} place={place} />
              </li>
            ))}
          </CardGrid>
        </section>
      ))}
      {hasNextPage && (
        <div className={classes.more}>
          <p role="status">{t("sharedPage.shownOf", { shown: cards.length, total: first.total })}</p>
          {isFetchNextPageError && <p role="alert">{t("sharedPage.moreFailed")}</p>}
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t("sharedPage.more")}
          </Button>
        </div>
      )}
    </>
  );
}

function SharedCardView({ card, place }: { readonly card: SharedCard; readonly place: SharedPlace }) {
  const { t } = useTranslation();
  const { id, type, subtitle, thumbnail, colour, itemCount, isShown } = card;
  const kind = namedKindOf(type);
  return (
    <PictureCard
      title={nameOf(t, card)}
      href={isShown ? formatSharedPath(place.token, [...place.steps, { kind: type, id }]) : null}
      picture={thumbnail}
      filter={colour ? cssFilterOf(colour) : undefined}
      icon={ITEM_ICONS[type]}
      tint={type === "folder" ? "folder" : "slide"}
      text={subtitle ?? ""}
    >
      {type === "folder" && (
        <span>{itemCount === 0 ? t("item.noContents") : t("item.contents", { count: itemCount })}</span>
      )}
      {kind && <span>{t(`item.kind_${kind}`)}</span>}
      {!isShown && <span>{t(type === "quiz" ? "sharedPage.quizNeedsSignIn" : "sharedPage.needsSignIn")}</span>}
    </PictureCard>
  );
}
