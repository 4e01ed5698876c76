/** Form for the title and the description of a new item. */
import { Alert, Button, Group, Stack, Textarea, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { FormModal } from "./FormModal.tsx";

export interface NewItemFields {
  readonly title: string;
  readonly description: string;
}

interface AddDialogProps {
  readonly isOpen: boolean;
  readonly heading: string;
  readonly titleLabel: string;
  readonly titleMissing: string;
  /** Maximum length of the title, in characters. */
  readonly titleMaxCharacters: number;
  readonly descriptionLabel: string;
  readonly descriptionHint: string;
  readonly submitLabel: string;
  readonly isBusy: boolean;
  /** Why the last attempt failed; null: no failure. */
  readonly failure: string | null;
  readonly onSubmit: (item: NewItemFields) => void;
  readonly onClose: () => void;
}

export function AddDialog({ isOpen, heading, onClose, ...form }: AddDialogProps) {
  return (
    <FormModal opened={isOpen} onClose={onClose} title={heading}>
      <AddForm {...form} onClose={onClose} />
    </FormModal>
  );
}

/** Mounted only while the dialog is open: closing the dialog discards the input. */
function AddForm({
  titleLabel,
  titleMissing,
  titleMaxCharacters,
  descriptionLabel,
  descriptionHint,
  submitLabel,
  isBusy,
  failure,
  onSubmit,
  onClose,
}: Omit<AddDialogProps, "isOpen" | "heading">) {
  const { t } = useTranslation();
  const [title, setTitle] = useState("");
  const [description, setDescription] = useState("");
  const [isTitleMissing, setTitleMissing] = useState(false);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    setTitleMissing(title.trim() === "");
    if (title.trim() !== "" && !isBusy) onSubmit({ title: title.trim(), description: description.trim() });
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack>
        <TextInput
          label={titleLabel}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          error={isTitleMissing && title.trim() === "" && titleMissing}
          maxLength={titleMaxCharacters}
          data-autofocus
        />
        <Textarea
          label={descriptionLabel}
          description={descriptionHint}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          autosize
          minRows={3}
          maxRows={8}
        />
        <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" loading={isBusy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
