import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./ItemGrid.module.css";

/** Nothing for an item without any. */
export function Tags({ tags }: { readonly tags: readonly string[] }) {
  const { t } = useTranslation();
  if (tags.length === 0) return null;
  return (
    <ul className={styles.tags} aria-label={t("item.tags")}>
      {tags.map((tag) => (
        <li key={tag}>
          <Badge variant="default" fw={500}>
            {tag}
          </Badge>
        </li>
      ))}
    </ul>
  );
}
