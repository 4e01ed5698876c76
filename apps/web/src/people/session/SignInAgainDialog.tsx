/**
 * The session ended while a page was open: the user signs in on top of it, and nothing on it is lost. If the session
 * comes from the parent page of the frame, no password is entered here: the user signs in there, and the page is
 * reloaded.
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
