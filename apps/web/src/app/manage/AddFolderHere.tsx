/** Adds a folder to a course or folder of the tree, or a course to the site. */

import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { useCreateCourse } from "#course/course.api.ts";
import type { AddItemProps } from "#editor/editor-props.ts";
import { useCreateFolder } from "#folder/folder.api.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { messageIfInvalid } from "#platform/invalid-input.ts";
import { AddDialog, type NewItemFields } from "#ui/AddDialog.tsx";

export function AddFolderHere({ parentId, onAdded, onClose }: AddItemProps) {
  const { t } = useTranslation();
  const create = useCreateFolder();
  const keyFor = useAttemptKey();
  return (
    <AddDialog
      isOpen
      heading={t("folder.addTitle")}
      titleLabel={t("folder.fieldTitle")}
      titleMissing={t("folder.titleMissing")}
      titleMaxCharacters={TITLE_MAX_CHARACTERS}
      descriptionLabel={t("folder.fieldDescription")}
      descriptionHint={t("folder.fieldDescriptionHint")}
      submitLabel={t("folder.add")}
      isBusy={create.isPending}
      failure={create.error && messageIfInvalid(create.error, t("folder.addFailed"))}
      onSubmit={(item) =>
        create.mutate(
          { body: { ...item, parentId }, idempotencyKey: keyFor(item) },
          { onSuccess: ({ id }) => onAdded(id) },
        )
      }
      onClose={onClose}
    />
  );
}

export function AddCourseHere({ onAdded, onClose }: Pick<AddItemProps, "onAdded" | "onClose">) {
  const { t } = useTranslation();
  const create = useCreateCourse();
  const keyFor = useAttemptKey();
  return (
    <AddDialog
      isOpen
      heading={t("course.addTitle")}
      titleLabel={t("course.fieldTitle")}
      titleMissing={t("course.titleMissing")}
      titleMaxCharacters={TITLE_MAX_CHARACTERS}
      descriptionLabel={t("course.fieldDescription")}
      descriptionHint={t("course.fieldDescriptionHint")}
      submitLabel={t("course.add")}
      isBusy={create.isPending}
      failure={create.error && messageIfInvalid(create.error, t("course.addFailed"))}
      onSubmit={(item) =>
        create.mutate(
          { body: { ...item, isVisible: false }, idempotencyKey: keyFor(item) },
          { onSuccess: ({ id }) => onAdded(id) },
        )
      }
      onClose={onClose}
    />
  );
}

/** Keeps the idempotency key as long as the same fields are sent. */
function useAttemptKey(): (item: NewItemFields) => string {
  const attempt = useRef<{ text: string; key: string } | null>(null);
  return (item) => {
    const text = JSON.stringify(item);
    if (attempt.current?.text !== text) attempt.current = { text, key: newIdempotencyKey() };
    return attempt.current.key;
  };
}
