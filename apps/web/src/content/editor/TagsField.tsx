/** Tags of an item; tags in use are suggested while typing. */
import { TagsInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { TAG_MAX_CHARACTERS, TAG_SEARCH_MIN_CHARACTERS, TAGS_MAX } from "@parfocal/core/tag/tag-limits.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { SUGGESTION_PAUSE_MS } from "./cached-suggestions.ts";
import { suggestTags } from "./tag-suggestions.ts";

interface TagsFieldProps {
  readonly label: string;
  readonly value: readonly string[];
  readonly onChange: (tags: string[]) => void;
  /** Type of the tagged item. */
  readonly type: ItemKind;
}

export function TagsField({ label, value, onChange, type }: TagsFieldProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), SUGGESTION_PAUSE_MS);
  const { data } = useQuery({
    queryKey: ["tags", site.id, type, q],
    queryFn: ({ signal }) => suggestTags({ siteId: site.id, type }, q, signal),
    enabled: q.length >= TAG_SEARCH_MIN_CHARACTERS,
    retry: false,
  });
  const offered = text.trim().length < TAG_SEARCH_MIN_CHARACTERS ? [] : (data ?? []);
  return (
    <TagsInput
      label={label}
      description={t("editor.tagsHint")}
      value={[...value]}
      onChange={(tags) => onChange(tags.map((tag) => tag.trim()).filter((tag) => tag !== ""))}
      searchValue={text}
      onSearchChange={setText}
      data={offered.filter((tag) => !value.includes(tag))}
      // The server has already filtered.
      filter={({ options }) => options}
      maxTags={TAGS_MAX}
      maxLength={TAG_MAX_CHARACTERS}
      acceptValueOnBlur
    />
  );
}
