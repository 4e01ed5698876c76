/** Adds a case to the current course or folder, with slides from it. */
import { Alert, Button, Checkbox, Group, Stack, TextInput } from "@mantine/core";
import { CASE_ITEMS_MAX } from "@parfocal/core/case/case.contract.ts";
import type { ItemCard } from "@parfocal/core/item/item-card.contract.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { messageIfInvalid } from "#platform/invalid-input.ts";
import { FormModal } from "#ui/FormModal.tsx";
import classes from "./AddCaseDialog.module.css";
import { useCreateCase } from "./case.api.ts";

interface AddCaseDialogProps {
  readonly parentId: number;
  /** The items that are already in the parent. */
  readonly items: readonly ItemCard[];
  /** @param id ID of the new case. */
  readonly onAdded: (id: number) => void;
  readonly onClose: () => void;
}

export function AddCaseDialog({ onClose, ...form }: AddCaseDialogProps) {
  const { t } = useTranslation();
  return (
    <FormModal opened onClose={onClose} title={t("case.addTitle")}>
      <AddCaseForm {...form} onClose={onClose} />
    </FormModal>
  );
}

/** Mounted only while the dialog is open: closing the dialog discards the input. */
function AddCaseForm({ parentId, items, onAdded, onClose }: AddCaseDialogProps) {
  const { t } = useTranslation();
  const create = useCreateCase();
  const [title, setTitle] = useState("");
  const [imageIds, setImageIds] = useState<readonly number[]>([]);
  const [wasSubmitted, setSubmitted] = useState(false);
  const attempt = useRef<{ sent: string; key: string } | null>(null);
  const images = items.filter(({ type }) => type === "image");

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (title.trim() === "" || create.isPending) return;
    const body = { title: title.trim(), parentId, imageIds: imageIds.slice(0, CASE_ITEMS_MAX) };
    const sent = JSON.stringify(body);
    if (attempt.current?.sent !== sent) attempt.current = { sent, key: newIdempotencyKey() };
    create.mutate(
      { body, idempotencyKey: attempt.current.key },
      {
        onSuccess: ({ id }) => onAdded(id),
      },
    );
  }
  function toggle(id: number, isChecked: boolean): void {
    setImageIds(isChecked ? [...imageIds, id] : imageIds.filter((one) => one !== id));
  }

  const { error } = create;
  const failure = error && messageIfInvalid(error, t("case.addFailed"));
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <TextInput
          label={t("case.fieldTitle")}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={wasSubmitted && title.trim() === "" && t("case.titleMissing")}
          maxLength={TITLE_MAX_CHARACTERS}
          data-autofocus
        />
        <fieldset className={classes.slides}>
          <legend>{t("case.fieldSlides")}</legend>
          {images.length === 0 ? (
            <p className={classes.hint}>{t("case.noSlidesHere")}</p>
          ) : (
            <>
              <p className={classes.hint}>{t("case.fieldSlidesHint")}</p>
              <div className={classes.list}>
                {images.map(({ id, title: label, isActive }) => (
                  <Checkbox
                    key={id}
                    label={label}
                    description={!isActive && t("case.hiddenElsewhereHint")}
                    checked={imageIds.includes(id)}
                    onChange={(event) => toggle(id, event.currentTarget.checked)}
                  />
                ))}
              </div>
            </>
          )}
        </fieldset>
        <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" loading={create.isPending}>
            {t("case.create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
