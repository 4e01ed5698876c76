/** The contents of a course or folder: its folders, then all other items. */

import { Title } from "@mantine/core";
import type { DisplayStyle } from "@parfocal/core/item/item-appearance.ts";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { useTranslation } from "react-i18next";
import { CardGrid } from "#ui/PictureCard.tsx";
import { ItemCardView } from "./ItemCardView.tsx";
import styles from "./ItemGrid.module.css";

interface ItemGridProps {
  readonly folders: readonly ItemCard[];
  readonly items: readonly ItemCard[];
  readonly steps: readonly PathStep[];
  readonly displayStyle: DisplayStyle;
}

export function ItemGrid({ folders, items, steps, displayStyle }: ItemGridProps) {
  const { t } = useTranslation();
  const groups = [
    { heading: t("item.folders"), cards: folders },
    { heading: t(items.every(({ type }) => type === "image") ? "item.slides" : "item.content"), cards: items },
  ].filter(({ cards }) => cards.length > 0);
  return groups.map(({ heading, cards }) => (
    <section key={heading} className={styles.group}>
      <Title order={2} className={groups.length > 1 ? styles.heading : "for-screen-readers"}>
        {heading}
      </Title>
      <CardGrid displayStyle={displayStyle}>
        {cards.map((item) => (
          <li key={item.id}>
            <ItemCardView item={item} steps={steps} />
          </li>
        ))}
      </CardGrid>
    </section>
  ));
}
