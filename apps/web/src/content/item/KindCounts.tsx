import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import { useTranslation } from "react-i18next";
import styles from "./ItemGrid.module.css";

/** Kinds that are counted by their names; all others together. */
const NAMED = ["folder", "image", "case", "quiz"] as const;
type Counted = (typeof NAMED)[number] | "other";

const countedAs = ({ type }: ItemCard): Counted => NAMED.find((kind) => kind === type) ?? "other";

/** Number of items of each kind in a place. */
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
