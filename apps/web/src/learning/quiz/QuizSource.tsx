/** Source of a Common or Auto-Generated quiz: the images of a folder, or selected slides and cases. */
import { Radio, Select, Stack } from "@mantine/core";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSourceFolders } from "./quiz.api.ts";

/** Number offered initially; others are found by typing. */
const OFFERED_AT_ONCE = 60;

interface QuizSourceProps {
  /** Null: selected slides and cases. */
  readonly folderId: number | null;
  readonly onChange: (folderId: number | null) => void;
}

export function QuizSource({ folderId, onChange }: QuizSourceProps) {
  const { t } = useTranslation();
  const [wantsFolder, setWantsFolder] = useState(folderId !== null);
  const { data: folders, isError } = useSourceFolders(wantsFolder || folderId !== null);
  const isFolder = wantsFolder || folderId !== null;
  return (
    <Stack gap="xs">
      <Radio.Group
        label={t("quiz.source")}
        value={isFolder ? "folder" : "items"}
        onChange={(value) => {
          setWantsFolder(value === "folder");
          if (value !== "folder") onChange(null);
        }}
      >
        <Stack gap={8} mt={4}>
          <Radio value="items" label={t("quiz.sourceItems")} />
          <Radio value="folder" label={t("quiz.sourceFolder")} />
        </Stack>
      </Radio.Group>
      {isFolder && (
        <Select
          label={t("quiz.folder")}
          placeholder={t("quiz.folderFind")}
          searchable
          limit={OFFERED_AT_ONCE}
          nothingFoundMessage={t("quiz.nothingFound")}
          error={isError && t("quiz.findFailed")}
          value={folderId === null ? null : String(folderId)}
          data={(folders ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
          onChange={(value) => onChange(value === null ? null : Number(value))}
        />
      )}
    </Stack>
  );
}
