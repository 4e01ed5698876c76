/** The active filters, each with a remove button. */
import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { nameOfKind } from "./found-kinds.ts";
import styles from "./Search.module.css";
import { countFilters, type SearchQuery } from "./search-address.ts";
import { toggledField, toggledKind, toggledTag, withoutFilters } from "./toggle-filter.ts";

interface ChosenFiltersProps {
  readonly question: SearchQuery;
  readonly onChange: (question: SearchQuery) => void;
}

export function ChosenFilters({ question, onChange }: ChosenFiltersProps) {
  const { t } = useTranslation();
  if (countFilters(question) === 0) return null;
  const chosen = [
    ...question.kinds.map((kind) => ({ name: nameOfKind(t, kind), without: toggledKind(question, kind) })),
    ...question.tags.map((tag) => ({ name: tag, without: toggledTag(question, tag) })),
    ...question.fields.map((field) => ({
      name: `${field.title}: ${field.value}`,
      without: toggledField(question, field),
    })),
  ];
  return (
    <ul className={styles.chosen} aria-label={t("search.filters")}>
      {chosen.map(({ name, without }) => (
        <li key={name}>
          <Button
            variant="light"
            size="compact-md"
            rightSection={<IconX size={16} stroke={1.5} aria-hidden />}
            aria-label={t("search.removeFilter", { name })}
            onClick={() => onChange(without)}
          >
            {name}
          </Button>
        </li>
      ))}
      {chosen.length > 1 && (
        <li>
          <Button variant="subtle" size="compact-md" onClick={() => onChange(withoutFilters(question))}>
            {t("search.clearFilters")}
          </Button>
        </li>
      )}
    </ul>
  );
}
