/** The header's menus: their code loads when the page has settled, or on first use. */

import { ActionIcon, UnstyledButton } from "@mantine/core";
import type { SessionUser } from "@parfocal/core/session/session.contract.ts";
import { IconLanguage } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { userPictureUrl } from "#session/user-picture-url.ts";
import { useLaterPart } from "#ui/later-part.ts";
import { UserAvatar } from "#ui/UserAvatar.tsx";
import styles from "./Shell.module.css";

const fetchAccountMenu = () => import("./AccountMenu.tsx");
const fetchPreferencesMenu = () => import("./PreferencesMenu.tsx");

export function LaterAccountMenu({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation();
  const { part, isRequested, buttonProps } = useLaterPart(fetchAccountMenu);
  if (part !== null) return <part.AccountMenu user={user} isOpenAtFirst={isRequested} />;
  return (
    <UnstyledButton
      className={styles.account}
      aria-label={t("app.account", { name: user.displayName })}
      {...buttonProps}
    >
      <UserAvatar name={user.displayName} src={userPictureUrl(user)} />
    </UnstyledButton>
  );
}

export function LaterPreferencesMenu() {
  const { t } = useTranslation();
  const { part, isRequested, buttonProps } = useLaterPart(fetchPreferencesMenu);
  if (part !== null) return <part.PreferencesMenu isOpenAtFirst={isRequested} />;
  return (
    <ActionIcon aria-label={`${t("app.language")}, ${t("app.colourScheme")}`} {...buttonProps}>
      <IconLanguage size={22} stroke={1.5} />
    </ActionIcon>
  );
}
