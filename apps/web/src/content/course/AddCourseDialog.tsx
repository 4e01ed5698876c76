/** Adds a course and opens it. */

import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { useNavigate } from "@tanstack/react-router";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { pathTo } from "#item/place-path.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { messageIfInvalid } from "#platform/invalid-input.ts";
import { useSession } from "#platform/session.tsx";
import { AddDialog, type NewItemFields } from "#ui/AddDialog.tsx";
import { useCreateCourse } from "./course.api.ts";

interface AddCourseDialogProps {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

export function AddCourseDialog({ isOpen, onClose }: AddCourseDialogProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  const create = useCreateCourse();
  const attempt = useRef<{ sent: string; key: string } | null>(null);

  function handleClose() {
    create.reset();
    attempt.current = null;
    onClose();
  }

  function handleSubmit(body: NewItemFields) {
    const sent = JSON.stringify(body);
    if (attempt.current?.sent !== sent) attempt.current = { sent, key: newIdempotencyKey() };
    create.mutate(
      { body: { ...body, isVisible: false }, idempotencyKey: attempt.current.key },
      {
        onSuccess: ({ id }) => {
          handleClose();
          void navigate({ href: pathTo(site.id, [{ kind: "course", id }]) ?? "/" });
        },
      },
    );
  }

  return (
    <AddDialog
      isOpen={isOpen}
      heading={t("course.addTitle")}
      titleLabel={t("course.fieldTitle")}
      titleMissing={t("course.titleMissing")}
      titleMaxCharacters={TITLE_MAX_CHARACTERS}
      descriptionLabel={t("course.fieldDescription")}
      descriptionHint={t("course.fieldDescriptionHint")}
      submitLabel={t("course.add")}
      isBusy={create.isPending}
      failure={create.error && messageIfInvalid(create.error, t("course.addFailed"))}
      onSubmit={handleSubmit}
      onClose={handleClose}
    />
  );
}
