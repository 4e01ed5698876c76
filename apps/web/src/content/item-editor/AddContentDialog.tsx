/**
 * Form for adding an item: asks for its title and further required fields. Shared by all types that are added by a
 * form.
 */
import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { FormModal } from "#ui/FormModal.tsx";

interface AddContentDialogProps {
  readonly heading: string;
  /** Shown for failures that the user cannot fix. */
  readonly failedText: string;
  /** Other input: a change to it makes the next attempt a new action. */
  readonly item: string;
  /** Whether the fields below the title are valid; they show their errors once `wasSubmitted`. */
  readonly isValid?: boolean;
  /** @throws AppError @returns ID of the new item. */
  readonly onAdd: (title: string, idempotencyKey: string) => Promise<number>;
  readonly onAdded: (id: number) => void;
  readonly onClose: () => void;
  readonly children?: (state: { readonly wasSubmitted: boolean; readonly error: AppError | null }) => ReactNode;
  readonly size?: string;
}

export function AddContentDialog({ heading, onClose, size = "md", ...form }: AddContentDialogProps) {
  return (
    <FormModal
      opened
      onClose={onClose}
      title={heading}
      size={size}
      // Closing the dialog discards the input.
      closeOnClickOutside={false}
    >
      <AddContentForm {...form} onClose={onClose} />
    </FormModal>
  );
}

/** Mounted only while the dialog is open. */
function AddContentForm(props: Omit<AddContentDialogProps, "heading" | "size">) {
  const { failedText, item, isValid = true, onAdd, onAdded, onClose, children } = props;
  const { t } = useTranslation();
  const [title, setTitle] = useState("");
  const [wasSubmitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const attempt = useRef<{ item: string; key: string } | null>(null);
  const isMissing = title.trim() === "";

  async function add(): Promise<void> {
    setBusy(true);
    setError(null);
    const itemKey = JSON.stringify([title.trim(), item]);
    // Sent again after a lost response, it is the same action.
    if (attempt.current?.item !== itemKey) attempt.current = { item: itemKey, key: newIdempotencyKey() };
    try {
      onAdded(await onAdd(title.trim(), attempt.current.key));
      onClose();
    } catch (failure) {
      setError(failure instanceof AppError ? failure : new AppError("internal", String(failure)));
    } finally {
      setBusy(false);
    }
  }
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    setSubmitted(true);
    if (!isMissing && isValid && !isBusy) void add();
  }

  const isUserError = error !== null && ["invalid", "conflict", "tooLarge", "outOfSpace"].includes(error.kind);
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <TextInput
          label={t("editor.fieldTitle")}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={wasSubmitted && isMissing && t("editor.titleMissing")}
          maxLength={TITLE_MAX_CHARACTERS}
          required
          data-autofocus
        />
        {children?.({ wasSubmitted, error })}
        <div role="alert">{error && <Alert color="red">{isUserError ? error.message : failedText}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t("item.add")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
