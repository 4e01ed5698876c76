/** Menu of the signed-in user and personal settings. */

import { Badge, Kbd, Menu, Text, UnstyledButton } from "@mantine/core";
import type { SessionUser } from "@parfocal/core/session/session.contract.ts";
import {
  IconChecklist,
  IconCommand,
  IconListCheck,
  IconListTree,
  IconLogout,
  IconShare,
  IconTicket,
  IconUpload,
  IconUserCog,
  IconUsers,
} from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { useReviewCount } from "#review/review.api.ts";
import { toReviewPath } from "#review/review-address.ts";
import { userPictureUrl } from "#session/user-picture-url.ts";
import { useOpenedAtFirst } from "#ui/later-part.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { openPalette } from "#ui/palette-opener.ts";
import { formatQuantity } from "#ui/quantity-text.ts";
import { UserAvatar } from "#ui/UserAvatar.tsx";
import { ROLE_TEXTS } from "#user/role-texts.ts";
import { PreferenceItems } from "./PreferencesMenu.tsx";
import { useItemPreview } from "./PreviewItem.tsx";
import styles from "./Shell.module.css";

const InviteDialog = lazyPartWithTexts(
  () => import("#invite/InviteDialog.tsx"),
  (part) => part.InviteDialog,
);

interface AccountMenuProps {
  readonly user: SessionUser;
  readonly isOpenAtFirst: boolean;
}

export function AccountMenu({ user, isOpenAtFirst }: AccountMenuProps) {
  const { t } = useTranslation();
  const { site, can, signOut } = useSession();
  const navigate = useNavigate();
  const { buttonRef, menuProps } = useOpenedAtFirst(isOpenAtFirst);
  const [isCodeOpen, setCodeOpen] = useState(false);
  const preview = useItemPreview();

  async function handleSignOut() {
    try {
      await signOut();
      await navigate({ to: "/sign-in" });
    } catch (error) {
      showFailure(error);
    }
  }

  return (
    <>
      <Menu position="bottom-end" width={260} {...menuProps} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton
            ref={buttonRef}
            className={styles.account}
            aria-label={t("app.account", { name: user.displayName })}
          >
            <UserAvatar name={user.displayName} src={userPictureUrl(user)} />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown mah="calc(100dvh - 4rem)" style={{ overflowY: "auto" }}>
          <Menu.Label className={styles.person}>
            <Text fw={620} lh={1.3} c="var(--mantine-color-text)">
              {user.displayName}
            </Text>
            <Text size="sm" truncate>
              {user.email}
            </Text>
            <Text size="sm">
              {t(ROLE_TEXTS[user.role])} · {site.title}
            </Text>
          </Menu.Label>
          <Menu.Item component={Link} to={`/s${site.id}/account`} leftSection={<IconUserCog size={18} stroke={1.5} />}>
            {t("app.profileAndPassword")}
          </Menu.Item>
          <Menu.Item
            component={Link}
            to={`/s${site.id}/work-groups`}
            leftSection={<IconUsers size={18} stroke={1.5} />}
          >
            {t("app.workGroups")}
          </Menu.Item>
          <Menu.Item component={Link} to={`/s${site.id}/links`} leftSection={<IconShare size={18} stroke={1.5} />}>
            {t("app.myLinks")}
          </Menu.Item>
          <PaletteItem />
          <Menu.Item leftSection={<IconTicket size={18} stroke={1.5} />} onClick={() => setCodeOpen(true)}>
            {t("app.enterCode")}
          </Menu.Item>
          {can("annotateAsExpert") && <ReviewItem isShown={menuProps.opened} />}
          <Menu.Divider />
          {can("manageContent") && (
            <>
              {preview.item}
              <ManageItems />
              <Menu.Divider />
            </>
          )}
          <PreferenceItems />
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={18} stroke={1.5} />} onClick={() => void handleSignOut()}>
            {t("app.signOut")}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {preview.dialog}
      {isCodeOpen && (
        <Suspense fallback={null}>
          <InviteDialog onClose={() => setCodeOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** @param isShown whether the menu is open; the count is only requested then. */
function ReviewItem({ isShown }: { readonly isShown: boolean }) {
  const { t, i18n } = useTranslation();
  const { site } = useSession();
  const { data } = useReviewCount(isShown);
  return (
    <Menu.Item
      component={Link}
      to={toReviewPath(site.id)}
      leftSection={<IconChecklist size={18} stroke={1.5} />}
      rightSection={
        data && data.annotations > 0 ? <Badge>{formatQuantity(data.annotations, i18n.language)}</Badge> : null
      }
    >
      {t("review.title")}
    </Menu.Item>
  );
}

function PaletteItem() {
  const { t } = useTranslation();
  return (
    <Menu.Item
      leftSection={<IconCommand size={18} stroke={1.5} />}
      rightSection={
        <Kbd size="xs" visibleFrom="md" aria-hidden>
          Ctrl+K
        </Kbd>
      }
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openPalette}
    >
      {t("app.palette")}
    </Menu.Item>
  );
}

function ManageItems() {
  const { t } = useTranslation();
  const { site } = useSession();
  return (
    <>
      <Menu.Item component={Link} to={`/s${site.id}/manage`} leftSection={<IconListTree size={18} stroke={1.5} />}>
        {t("app.manage")}
      </Menu.Item>
      <Menu.Item component={Link} to={`/s${site.id}/upload`} leftSection={<IconUpload size={18} stroke={1.5} />}>
        {t("app.upload")}
      </Menu.Item>
      <Menu.Item component={Link} to={`/s${site.id}/work`} leftSection={<IconListCheck size={18} stroke={1.5} />}>
        {t("app.work")}
      </Menu.Item>
    </>
  );
}
