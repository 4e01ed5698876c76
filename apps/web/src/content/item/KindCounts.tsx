import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import { useTranslation } from "react-i18next";
import styles from "./ItemGrid.module.css";

/** Types that are counted by name; all other items are counted together. */
const NAMED = ["folder", "image", "case", "quiz"] as const;
type Counted = (typeof NAMED)[number] | "other";

const countedAs = ({ type }: ItemCard): Counted => NAMED.find((kind) => kind === type) ?? "other";

/** Number of items of each type in a course or folder. */
export function KindCounts({ cards }: { readonly cards: readonly ItemCard[] }) {
  const { t } = useTranslation();
  const counts = ([...NAMED, "other"] as const)
    .map((kind) => ({ kind, count: cards.filter((card) => countedAs(card) === kind).length }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return null;
  return (
    <ul className={styles.counts} aria-label={t("item.counts")}>
      {counts.map(({ kind, count }) => (
        <li key={kind}>{t(`item.count_${kind}`, { count })}</li>
      ))}
    </ul>
  );
}
