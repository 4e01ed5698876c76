/** The session ended under an open page: sign in over it, and nothing on it is lost. */
import { Button, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { SignInForm } from "./SignInForm.tsx";

export function SignInAgainDialog() {
  const { t } = useTranslation();
  const { user, isExpired, signOut } = useSession();
  return (
    <Modal
      opened={isExpired}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      title={t("session.expiredTitle")}
      zIndex={400}
    >
      <Text mb="md">{t("session.expiredText")}</Text>
      <SignInForm login={user?.email ?? ""} />
      <Button variant="subtle" color="gray" fullWidth mt="sm" onClick={() => void signOut()}>
        {t("session.leave")}
      </Button>
    </Modal>
  );
}
