/** Asks for the title of a new user group, and opens the group. */
import { Button, Group, Stack, TextInput } from "@mantine/core";
import { USER_GROUP_TITLE_MAX_CHARACTERS } from "@parfocal/core/assignment/assignment-limits.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";
import { FormModal } from "#ui/FormModal.tsx";
import { useCreateGroup } from "./manage-groups.api.ts";

export function NewGroupDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  const keys = useIdempotencyKeys();
  const create = useCreateGroup();
  const [title, setTitle] = useState("");
  const [isMissing, setMissing] = useState(false);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    const trimmed = title.trim();
    setMissing(trimmed === "");
    if (trimmed === "" || create.isPending) return;
    create.mutate(
      { body: { title: trimmed }, idempotencyKey: keys.of(trimmed) },
      {
        onSuccess: ({ id }) =>
          void navigate({
            to: "/$site/manage/$section",
            params: { site: `s${site.id}`, section: "groups" },
            search: { group: id } as never,
          }),
      },
    );
  }

  return (
    <FormModal opened onClose={onClose} title={t("userGroup.new")}>
      <form noValidate onSubmit={handleSubmit}>
        <Stack>
          <TextInput
            data-autofocus
            label={t("userGroup.title")}
            withAsterisk
            autoComplete="off"
            maxLength={USER_GROUP_TITLE_MAX_CHARACTERS}
            error={isMissing ? t("userGroup.titleMissing") : failureOf(create.error, t("userGroup.exists"))}
            value={title}
            onChange={(event) => {
              setTitle(event.currentTarget.value);
              setMissing(false);
              create.reset();
            }}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("userGroup.cancel")}
            </Button>
            <Button type="submit" loading={create.isPending}>
              {t("userGroup.create")}
            </Button>
          </Group>
        </Stack>
      </form>
    </FormModal>
  );
}

function failureOf(error: Error | null, exists: string): string | false {
  if (!error) return false;
  return error instanceof AppError && error.codes.includes("titleTaken") ? exists : error.message;
}
