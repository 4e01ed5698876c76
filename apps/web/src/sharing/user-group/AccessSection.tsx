/** Part of an editor: who can see the edited item, and a button to change it. */
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { IconUsersGroup } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { AccessSectionProps } from "#editor/access-section.ts";
import { AccessSentence } from "./AccessSentence.tsx";
import { AssignGroupsDialog } from "./AssignGroupsDialog.tsx";
import styles from "./UserGroup.module.css";
import { useResourceAssignments } from "./user-group.api.ts";
import { WhyButton } from "./WhyDialog.tsx";

export function AccessSection({ resourceId, title }: AccessSectionProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useResourceAssignments(resourceId);
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.access} aria-label={t("userGroup.access")}>
      <Text component="h3" fw={600}>
        {t("userGroup.access")}
      </Text>
      <Stack gap="xs" align="flex-start">
        {data && <AccessSentence data={data} />}
        {!data && !error && <Skeleton height={20} />}
        {error ? (
          <Button variant="default" onClick={() => void refetch()}>
            {t("userGroup.tryAgain")}
          </Button>
        ) : (
          <Button
            variant="default"
            leftSection={<IconUsersGroup size={18} stroke={1.5} aria-hidden />}
            onClick={() => setOpen(true)}
          >
            {t("userGroup.change")}
          </Button>
        )}
        {data && <WhyButton places={[data.resource]} />}
      </Stack>
      {isOpen && <AssignGroupsDialog resourceId={resourceId} title={title} onClose={() => setOpen(false)} />}
    </section>
  );
}
