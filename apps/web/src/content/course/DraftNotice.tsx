/** Notice at the top of an unpublished course: who can see it, and a button to publish it. */
import { Alert, Button, Group, Text } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { mutateAlways } from "#platform/mutate-always.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { useUpdateCourse } from "./course.api.ts";

export function DraftNotice({ courseId }: { readonly courseId: number }) {
  const { t } = useTranslation();
  const update = useUpdateCourse(courseId);
  const change = useMutation({ mutationFn: (isVisible: boolean) => update({ isVisible }) });
  const publish = () =>
    mutateAlways(change, true, {
      onSuccess: () => showUndo(t("course.published"), t("course.undo"), () => change.mutate(false)),
    });
  return (
    <Alert color="amber" mb="md" icon={<IconEyeOff size={20} stroke={1.5} aria-hidden />} title={t("course.draft")}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{t("course.draftText")}</Text>
        <Button loading={change.isPending} onClick={publish}>
          {t("course.publish")}
        </Button>
      </Group>
    </Alert>
  );
}
