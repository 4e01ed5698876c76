/** Dialog for an invite code, on any page. */
import { Modal } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { JoinForm } from "./JoinForm.tsx";

export function InviteDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t("invite.enter")} closeButtonProps={{ "aria-label": t("invite.close") }}>
      <JoinForm onLeave={onClose} />
    </Modal>
  );
}
