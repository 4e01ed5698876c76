/** Adds a folder to the course or folder that one is in. */
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/course/course.contract.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { AddDialog, type NewItemFields } from "#ui/AddDialog.tsx";
import { useCreateFolder } from "./folder.api.ts";

interface AddFolderDialogProps {
  readonly isOpen: boolean;
  readonly parentId: number;
  readonly onClose: () => void;
}

export function AddFolderDialog({ isOpen, parentId, onClose }: AddFolderDialogProps) {
  const { t } = useTranslation();
  const create = useCreateFolder();
  const attempt = useRef<{ item: string; key: string } | null>(null);

  function handleClose() {
    create.reset();
    attempt.current = null;
    onClose();
  }

  function handleSubmit(item: NewItemFields) {
    const body = { ...item, parentId };
    const text = JSON.stringify(body);
    if (attempt.current?.item !== text) attempt.current = { item: text, key: newIdempotencyKey() };
    create.mutate({ body, idempotencyKey: attempt.current.key }, { onSuccess: handleClose });
  }

  return (
    <AddDialog
      isOpen={isOpen}
      heading={t("folder.addTitle")}
      titleLabel={t("folder.fieldTitle")}
      titleMissing={t("folder.titleMissing")}
      titleMaxCharacters={TITLE_MAX_CHARACTERS}
      descriptionLabel={t("folder.fieldDescription")}
      descriptionHint={t("folder.fieldDescriptionHint")}
      submitLabel={t("folder.add")}
      isBusy={create.isPending}
      failure={failureOf(create.error, t("folder.addFailed"))}
      onSubmit={handleSubmit}
      onClose={handleClose}
    />
  );
}

/** What the user can mend is said in the server's words, the rest in the specification's. */
function failureOf(error: unknown, fallback: string): string | null {
  if (!error) return null;
  return error instanceof AppError && error.kind === "invalid" ? error.message : fallback;
}
