/** One item in a course or folder: its thumbnail, its title, and the progress of its jobs. */

import { Badge, Button, Progress, Tooltip } from "@mantine/core";
import { cssFilterOf } from "@parfocal/core/item/colour-adjustment.ts";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { faultText } from "#job/fault-text.ts";
import { useSession } from "#platform/session.tsx";
import cardStyles from "#ui/CardGrid.module.css";
import { PictureCard } from "#ui/PictureCard.tsx";
import { formatPercent } from "#ui/quantity-text.ts";
import { fieldText } from "./field-text.ts";
import styles from "./ItemCardView.module.css";
import { useRetryJob } from "./item.api.ts";
import { ITEM_ICONS } from "./item-icons.ts";
import { isUnderWay } from "./item-work.ts";
import { namedKindOf } from "./named-kinds.ts";
import { OpenedShareLine } from "./OpenedShareLine.tsx";
import { OpenedTick } from "./OpenedTick.tsx";
import { pathTo } from "./place-path.ts";

interface ItemCardViewProps {
  readonly item: ItemCard;
  /** From the course down to the item's parent. */
  readonly steps: readonly PathStep[];
}

export function ItemCardView({ item, steps }: ItemCardViewProps) {
  const { t, i18n } = useTranslation();
  const { site } = useSession();
  const { id, type, title, subtitle, thumbnail, colour, isActive, itemCount, isOpened, progress, job, primaryField } =
    item;
  const namedKind = namedKindOf(type);
  return (
    <PictureCard
      title={title}
      href={pathTo(site.id, [...steps, { kind: type, id }])}
      picture={thumbnail}
      filter={colour ? cssFilterOf(colour) : undefined}
      icon={ITEM_ICONS[type]}
      tint={type === "folder" ? "folder" : "slide"}
      text={subtitle}
      isInactive={!isActive}
      corner={isOpened && <OpenedTick id={id} title={title} parentId={steps.at(-1)?.id} />}
    >
      {primaryField && (
        <span className={styles.field}>
          {primaryField.title}: {fieldText(i18n.language, primaryField)}
        </span>
      )}
      {type === "folder" && (
        <span>{itemCount === 0 ? t("item.noContents") : t("item.contents", { count: itemCount })}</span>
      )}
      {namedKind && <span>{t(`item.kind_${namedKind}`)}</span>}
      {!isActive && (
        <Tooltip label={t("item.inactiveHint")}>
          <Badge variant="default" className={cardStyles.above}>
            {t("item.inactive")}
          </Badge>
        </Tooltip>
      )}
      {job && job.state !== "done" && <ItemWork job={job} />}
      <OpenedShareLine share={progress} />
    </PictureCard>
  );
}

function ItemWork({ job }: { readonly job: NonNullable<ItemCard["job"]> }) {
  const { t, i18n } = useTranslation();
  const { can } = useSession();
  const retry = useRetryJob();
  if (!isUnderWay(job)) {
    const reason = faultText(t, i18n.language, job);
    return (
      <div className={styles.failed}>
        <span className={styles.reason}>
          <IconAlertTriangle size={16} stroke={1.5} aria-hidden />
          <span>{reason === null ? t("item.failed") : t("item.failedBecause", { reason })}</span>
        </span>
        {can("manageContent") && (
          <Button
            size="compact-sm"
            variant="light"
            className={cardStyles.above}
            loading={retry.isPending}
            onClick={() => retry.mutate(job.id)}
          >
            {t("item.retry")}
          </Button>
        )}
      </div>
    );
  }
  const text =
    job.state === "queued"
      ? t("item.queued")
      : t("item.preparing", { percent: formatPercent(job.progress, i18n.language) });
  return (
    <div className={styles.work}>
      <span>{text}</span>
      <Progress value={job.progress * 100} size="sm" color="eosin" aria-label={text} />
    </div>
  );
}
