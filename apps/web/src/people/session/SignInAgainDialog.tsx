/**
 * The session ended under an open page: sign in over it, and nothing on it is lost. Where the session comes from the site
 * around the frame, nobody enters a password here: they sign in there, and the page is loaded again.
 */
import { Button, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { transport } from "#platform/transport.ts";
import { SignInForm } from "./SignInForm.tsx";

export function SignInAgainDialog() {
  const { t } = useTranslation();
  const { user, isExpired, signOut } = useSession();
  const isFromHost = transport().renewToken !== undefined;
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
      {isFromHost ? (
        <>
          <Text mb="md">{t("session.expiredAtHost")}</Text>
          <Button fullWidth onClick={() => window.location.reload()}>
            {t("ui.tryAgain")}
          </Button>
        </>
      ) : (
        <>
          <Text mb="md">{t("session.expiredText")}</Text>
          <SignInForm login={user?.email ?? ""} />
          <Button variant="subtle" color="gray" fullWidth mt="sm" onClick={() => void signOut()}>
            {t("session.leave")}
          </Button>
        </>
      )}
    </Modal>
  );
}
