/** The header's menus: their code loads when the page has settled, or on first use. */

import { ActionIcon, UnstyledButton } from "@mantine/core";
import type { SessionUser } from "@parfocal/core/session/session.contract.ts";
import { IconLanguage } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useIsSettled } from "#ui/settled.ts";
import { untilFetched } from "#ui/until-fetched.ts";
import styles from "./Shell.module.css";
import { UserAvatar } from "./UserAvatar.tsx";

const AccountMenu = lazy(() =>
  untilFetched(() => import("./AccountMenu.tsx")).then(({ AccountMenu }) => ({ default: AccountMenu })),
);
const PreferencesMenu = lazy(() =>
  untilFetched(() => import("./PreferencesMenu.tsx")).then(({ PreferencesMenu }) => ({ default: PreferencesMenu })),
);

export function LaterAccountMenu({ user }: { readonly user: SessionUser }) {
  const { t } = useTranslation();
  const isSettled = useIsSettled();
  const [isWanted, setWanted] = useState(false);
  const standIn = (
    <UnstyledButton
      className={styles.account}
      aria-label={t("app.account", { name: user.displayName })}
      onClick={() => setWanted(true)}
    >
      <UserAvatar user={user} />
    </UnstyledButton>
  );
  if (!isSettled && !isWanted) return standIn;
  return (
    <Suspense fallback={standIn}>
      <AccountMenu user={user} isOpenAtFirst={isWanted} />
    </Suspense>
  );
}

export function LaterPreferencesMenu() {
  const { t } = useTranslation();
  const isSettled = useIsSettled();
  const [isWanted, setWanted] = useState(false);
  const standIn = (
    <ActionIcon aria-label={`${t("app.language")}, ${t("app.colourScheme")}`} onClick={() => setWanted(true)}>
      <IconLanguage size={22} stroke={1.5} />
    </ActionIcon>
  );
  if (!isSettled && !isWanted) return standIn;
  return (
    <Suspense fallback={standIn}>
      <PreferencesMenu isOpenAtFirst={isWanted} />
    </Suspense>
  );
}
