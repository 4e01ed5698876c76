/** Placeholder of a page of cards until its content is loaded. */
import { Skeleton } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./CardGrid.module.css";

const CARDS = [1, 2, 3, 4, 5, 6];

export function PageSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy role="status" aria-label={t("ui.loading")}>
      <Skeleton height={34} width="min(22rem, 70%)" mb="xl" />
      <div className={styles.grid}>
        {CARDS.map((card) => (
          <div key={card}>
            <Skeleton style={{ aspectRatio: "16 / 10" }} height="auto" />
            <Skeleton height={18} width="70%" mt="sm" />
            <Skeleton height={14} width="40%" mt="xs" />
          </div>
        ))}
      </div>
    </div>
  );
}
