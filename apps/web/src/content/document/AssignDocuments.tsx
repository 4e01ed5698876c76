/** Selects documents and sets their names as attachments. */
import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from "@mantine/core";
import type { SiteDocument } from "@parfocal/core/document/document.contract.ts";
import { DOCUMENTS_AT_ONCE } from "@parfocal/core/document/document-limits.ts";
import { titlesOfAssigned } from "@parfocal/core/document/document-titles.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { message } from "@parfocal/core/messages.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { messageIfInvalid } from "#platform/invalid-input.ts";
import styles from "./Document.module.css";
import { DocumentList } from "./DocumentList.tsx";
import { type Assignment, useAssignDocuments } from "./document.api.ts";

export function AssignDocuments({ parentId, parentKind, onAdded, onClose }: AddItemProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<readonly SiteDocument[]>([]);
  const [filename, setFilename] = useState("");
  const [usePrefix, setUsePrefix] = useState(false);
  const assign = useAssignDocuments();
  const isPrefixMissing = usePrefix && filename.trim() === "";
  const titles = titlesOfAssigned(
    chosen.map(({ title }) => title),
    { usePrefix, filename, maxCharacters: TITLE_MAX_CHARACTERS },
  );
  const isTooMany = chosen.length > DOCUMENTS_AT_ONCE;
  function handleAssign() {
    const itemType = parentKind as Assignment["itemType"];
    assign.mutate(
      { itemType, itemId: parentId, documents: chosen.map(({ id }) => id), usePrefix, filename: filename.trim() },
      {
        onSuccess: ({ attachments }) => onAdded(attachments[0]?.id ?? parentId),
      },
    );
  }
  return (
    <Stack>
      <div className={styles.scrolling}>
        <DocumentList chosen={chosen} onChoose={setChosen} />
      </div>
      <Group align="flex-start">
        <TextInput
          className={styles.search}
          label={t("document.filename")}
          description={t("document.filenameHint")}
          value={filename}
          maxLength={TITLE_MAX_CHARACTERS}
          onChange={(event) => setFilename(event.currentTarget.value)}
          error={isPrefixMissing && t("document.prefixMissing")}
        />
        <Checkbox
          mt={52}
          label={t("document.usePrefix")}
          checked={usePrefix}
          onChange={(event) => setUsePrefix(event.currentTarget.checked)}
        />
      </Group>
      {titles.length > 0 && (
        <Text size="sm" c="dimmed" role="status">
          {t("document.willBeCalled", { titles: titles.join(", ") })}
        </Text>
      )}
      <div role="alert">
        {isTooMany && <Alert color="red">{t("document.tooMany", { count: DOCUMENTS_AT_ONCE })}</Alert>}
        {assign.isError && <Alert color="red">{failureOf(assign.error)}</Alert>}
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("ui.cancel")}
        </Button>
        <Button
          disabled={chosen.length === 0 || isPrefixMissing || isTooMany}
          loading={assign.isPending}
          onClick={handleAssign}
        >
          {t("document.assign", { count: Math.max(1, chosen.length) })}
        </Button>
      </Group>
    </Stack>
  );
}

/**
 * Errors that the user can correct are shown with the server's message; for all others the text is fixed (spec part 1,
 * section 8).
 */
const failureOf = (error: unknown): string => messageIfInvalid(error, message("document.failed"));
