/** Part of an editor: an item's values of the site's custom fields. Saved separately, or with Ctrl+S. */
import { Alert, Button, Group, Skeleton, Stack } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import type { ItemField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { CUSTOM_FIELD_INIT_WAIT_MS } from "@parfocal/core/custom-field/slide-batch.ts";
import { AppError } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { message } from "@parfocal/core/messages.ts";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { UnsavedDialog } from "#editor/UnsavedDialog.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { useUnsavedGuard } from "#editor/useUnsavedGuard.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { cellName, problemOf } from "./batch/batch-values.ts";
import { useSaveValues } from "./custom-field.api.ts";
import { FieldInput } from "./FieldInput.tsx";
import styles from "./FieldValues.module.css";
import { useItemFields } from "./item-fields.api.ts";
import { useDelay } from "./useDelay.ts";

interface FieldValuesProps {
  readonly itemId: number;
  readonly kind: ItemKind;
}

/** Renders nothing if the site has no fields for such items. */
export function FieldValues({ itemId, kind }: FieldValuesProps) {
  const { t } = useTranslation();
  const { data, isError, isRefetching, refetch } = useItemFields(itemId, kind);
  const isDelayed = useDelay(CUSTOM_FIELD_INIT_WAIT_MS);
  if (data) return data.length === 0 ? null : <ValuesForm key={`${kind}-${itemId}`} itemId={itemId} fields={data} />;
  if (!isError && !isDelayed) return <Skeleton height={96} aria-label={t("customField.loading")} />;
  return (
    <Alert color="red" role="alert" title={t("customField.loadFailed")}>
      <Button variant="default" loading={isRefetching} onClick={() => void refetch()}>
        {t("customField.tryAgain")}
      </Button>
    </Alert>
  );
}

function ValuesForm({ itemId, fields }: { readonly itemId: number; readonly fields: readonly ItemField[] }) {
  const { t } = useTranslation();
  const saveValues = useSaveValues();
  const [isTried, setTried] = useState(false);
  const saved = useMemo(
    () => Object.fromEntries(fields.map(({ id, data }) => [cellName(itemId, id), data])),
    [itemId, fields],
  );
  const draft = useDraft<Record<string, string>>({
    name: `field-values-of-${itemId}`,
    saved,
    async send(changes) {
      const now = { ...saved, ...changes };
      const problems = fields.map((field) => problemOf(field, now[cellName(itemId, field.id)] ?? ""));
      if (problems.includes("missing")) throw new AppError("invalid", message("field.required"));
      if (problems.includes("misfit")) throw new AppError("invalid", t("customField.misfits"));
      await saveValues(
        fields.flatMap(({ id }) => {
          const value = changes[cellName(itemId, id)];
          return value === undefined ? [] : [{ itemId, fieldId: id, value }];
        }),
      );
      showSuccess(message("field.valuesSaved"));
    },
  });
  const guard = useUnsavedGuard(draft.isDirty, draft.discard);
  const save = () => {
    setTried(true);
    void draft.save().then((isSaved) => isSaved && setTried(false));
  };
  // Also while a field has the focus, like the surrounding editor.
  useHotkeys([["mod+S", save]], []);
  return (
    <section className={styles.section} aria-label={t("customField.values")}>
      <h3 className={styles.heading}>{t("customField.values")}</h3>
      <div className={styles.grid}>
        {fields.map((field) => {
          const name = cellName(itemId, field.id);
          const value = draft.values[name] ?? "";
          const problem = problemOf(field, value);
          const isSaid = problem === "misfit" || (problem === "missing" && (isTried || value !== saved[name]));
          return (
            <FieldInput
              key={field.id}
              field={field}
              value={value}
              error={isSaid && t(`customField.${problem}_${field.fieldType}`)}
              onChange={(next) => draft.change({ [name]: next })}
            />
          );
        })}
      </div>
      <Stack gap="xs" mt="sm">
        {draft.wasRestored && <Alert color="blue">{t("editor.restoredDraft")}</Alert>}
        <div role="alert">{draft.failure && <Alert color="red">{draft.failure.message}</Alert>}</div>
        {draft.isDirty && (
          <Group justify="flex-end">
            <Button
              variant="default"
              disabled={draft.state === "saving"}
              onClick={() => {
                setTried(false);
                draft.discard();
              }}
            >
              {t("customField.discardValues")}
            </Button>
            <Button loading={draft.state === "saving"} onClick={save}>
              {t("customField.saveValues")}
            </Button>
          </Group>
        )}
      </Stack>
      <UnsavedDialog guard={guard} />
    </section>
  );
}
