import { Badge } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./ItemGrid.module.css";

interface TagsProps {
  readonly tags: readonly string[];
  /** Class of the list; default: as above a grid of items. */
  readonly className?: string | undefined;
}

/** Renders nothing for an item without tags. */
export function Tags({ tags, className = styles.tags }: TagsProps) {
  const { t } = useTranslation();
  if (tags.length === 0) return null;
  return (
    <ul className={className} aria-label={t("item.tags")}>
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
