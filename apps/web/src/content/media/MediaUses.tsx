/** Where files of the library are shown. */
import { Alert, Skeleton, Text } from "@mantine/core";
import type { MediaUse } from "@parfocal/core/media/media.contract.ts";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import styles from "./MediaScreen.module.css";
import { useMediaUsage } from "./media.api.ts";

const WHERE_TEXTS = {
  text: "media.whereText",
  box: "media.whereBox",
  look: "media.whereLook",
  answer: "media.whereAnswer",
} as const satisfies Record<MediaUse["where"], string>;

export function MediaUses({ ids }: { readonly ids: readonly number[] }) {
  const { t } = useTranslation();
  const { data: uses, isError } = useMediaUsage(ids);
  if (isError) return <Alert color="red">{t("media.usesFailed")}</Alert>;
  if (!uses) return <Skeleton height={20} />;
  if (uses.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t("media.noUses")}
      </Text>
    );
  return (
    <ul className={styles.uses}>
      {uses.map(({ itemId, itemType, title, where }) => {
        const Icon = ITEM_ICONS[itemType];
        return (
          <li key={`${itemId}-${where}`}>
            <Icon size={16} stroke={1.5} aria-hidden />
            <span>
              {title} <small>{t(WHERE_TEXTS[where])}</small>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
