/** Filters of the results, each with the number of results it would leave. */
import { Button, Checkbox } from "@mantine/core";
import type { SearchFacets as Facets } from "@parfocal/core/search/search.contract.ts";
import type { FoundKind } from "@parfocal/core/search/search-limits.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import { nameOfKind } from "./found-kinds.ts";
import styles from "./Search.module.css";
import type { SearchQuery } from "./search-address.ts";
import { toggledField, toggledKind, toggledTag } from "./toggle-filter.ts";

interface SearchFacetsProps {
  readonly facets: Facets;
  readonly question: SearchQuery;
  readonly onChange: (question: SearchQuery) => void;
}

interface FacetValue {
  readonly key: string;
  readonly name: string;
  /** Null: no results with it. */
  readonly count: number | null;
  readonly isChosen: boolean;
  readonly onToggle: () => void;
}

/** Number of values of one facet before "show more". */
const FIRST_VALUES = 6;

export function SearchFacets({ facets, question, onChange }: SearchFacetsProps) {
  const { t } = useTranslation();
  const kinds = withChosen(
    facets.kinds.map(({ kind, count }) => ({ value: kind as string, count })),
    question.kinds,
  );
  const tags = withChosen(facets.tags, question.tags);
  const titles = [...new Set([...facets.fields, ...question.fields].map(({ title }) => title))];
  return (
    <div className={styles.facets}>
      <FacetGroup
        title={t("search.kinds")}
        values={kinds.map(({ value, count, isChosen }) => ({
          key: value,
          name: nameOfKind(t, value as FoundKind),
          count,
          isChosen,
          onToggle: () => onChange(toggledKind(question, value as FoundKind)),
        }))}
      />
      <FacetGroup
        title={t("search.tags")}
        values={tags.map(({ value, count, isChosen }) => ({
          key: value,
          name: value,
          count,
          isChosen,
          onToggle: () => onChange(toggledTag(question, value)),
        }))}
      />
      {titles.map((title) => (
        <FacetGroup
          key={title}
          title={title}
          values={withChosen(
            facets.fields.find((field) => field.title === title)?.values ?? [],
            question.fields.filter((field) => field.title === title).map(({ value }) => value),
          ).map(({ value, count, isChosen }) => ({
            key: value,
            name: value,
            count,
            isChosen,
            onToggle: () => onChange(toggledField(question, { title, value })),
          }))}
        />
      ))}
    </div>
  );
}

/** Selected values stay listed so that they can be removed, even without results. */
function withChosen(values: readonly { readonly value: string; readonly count: number }[], chosen: readonly string[]) {
  const gone = chosen.filter((name) => values.every(({ value }) => value !== name));
  return [
    ...gone.map((value) => ({ value, count: null, isChosen: true })),
    ...values.map(({ value, count }) => ({ value, count, isChosen: chosen.includes(value) })),
  ];
}

function FacetGroup({ title, values }: { readonly title: string; readonly values: readonly FacetValue[] }) {
  const { t, i18n } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (values.length === 0) return null;
  const shown = isOpen ? values : values.filter(({ isChosen }, index) => index < FIRST_VALUES || isChosen);
  const hidden = values.length - shown.length;
  return (
    <fieldset className={styles.facet}>
      <legend>{title}</legend>
      {shown.map(({ key, name, count, isChosen, onToggle }) => (
        <Checkbox
          key={key}
          size="sm"
          className={styles.facetValue}
          checked={isChosen}
          onChange={onToggle}
          label={
            <>
              <span className={styles.facetName}>{name}</span>
              {count !== null && <span className={styles.facetCount}>{formatQuantity(count, i18n.language)}</span>}
            </>
          }
        />
      ))}
      {(hidden > 0 || isOpen) && values.length > FIRST_VALUES && (
        <Button variant="subtle" size="compact-sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? t("search.lessValues") : t("search.moreValues", { count: hidden })}
        </Button>
      )}
    </fieldset>
  );
}
