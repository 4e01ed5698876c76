/** Language and colour scheme, and the links of the site, for pages without a footer (slides). */
import { ActionIcon, type MantineColorScheme, Menu, Tooltip, useMantineColorScheme } from "@mantine/core";
import type { changeProfile } from "@parfocal/core/account/account.contract.ts";
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import { IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { useChangeProfile } from "#account/account.api.ts";
import { reopenConsent } from "#consent/consent-store.ts";
import { networkLost } from "#platform/call.ts";
import { showFailure } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { useSiteLinks } from "#site/SiteLinks.tsx";
import { useOpenedAtFirst } from "#ui/later-part.ts";
import { chooseLanguage, LANGUAGE_CODES, LANGUAGES, type Language } from "./i18n.ts";

const SCHEMES = [
  { scheme: "light", text: "app.schemeLight", icon: IconSun },
  { scheme: "dark", text: "app.schemeDark", icon: IconMoon },
  { scheme: "auto", text: "app.schemeSystem", icon: IconDeviceDesktop },
] as const satisfies readonly { scheme: MantineColorScheme; text: string; icon: unknown }[];

/** The items, for use in any menu. */
export function PreferenceItems() {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  const saveToAccount = useSaveToAccount();
  const { languages: offered = LANGUAGE_CODES } = useSession().site;

  function handleLanguage(code: string) {
    const language = code as Language;
    chooseLanguage(language).then(
      () => saveToAccount({ language }),
      () => showFailure(networkLost()),
    );
  }
  function handleScheme(scheme: string) {
    const colourScheme = scheme as MantineColorScheme;
    setColorScheme(colourScheme);
    saveToAccount({ colourScheme });
  }

  return (
    <>
      {offered.length > 1 && (
        <>
          <Menu.Label>{t("app.language")}</Menu.Label>
          <Menu.RadioGroup value={i18n.language} onChange={handleLanguage}>
            {offered.map((code) => (
              <Menu.RadioItem key={code} value={code} lang={code}>
                {LANGUAGES[code].name}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
        </>
      )}
      <Menu.Label>{t("app.colourScheme")}</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={handleScheme}>
        {SCHEMES.map(({ scheme, text, icon: SchemeIcon }) => (
          <Menu.RadioItem key={scheme} value={scheme} rightSection={<SchemeIcon size={18} stroke={1.5} aria-hidden />}>
            {t(text)}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
      <SiteLinkItems />
    </>
  );
}

/**
 * If the account has a language or colour scheme of its own, the new one is stored there for all devices; other
 * accounts are unchanged.
 */
function useSaveToAccount() {
  const { user } = useSession();
  const { mutate } = useChangeProfile();
  return (choice: Pick<BodyFor<typeof changeProfile>, "language" | "colourScheme">): void => {
    const isOfAccount = Object.keys(choice).every((name) => user?.[name as keyof typeof choice]);
    if (isOfAccount) mutate(choice, { onError: showFailure });
  };
}

function SiteLinkItems() {
  const { t } = useTranslation();
  const links = useSiteLinks();
  return (
    <>
      <Menu.Divider />
      {links.map(({ key, label, href }) => (
        <Menu.Item key={key} component="a" href={href} rel="noreferrer">
          {label}
        </Menu.Item>
      ))}
      <Menu.Item onClick={reopenConsent}>{t("app.cookies")}</Menu.Item>
    </>
  );
}

interface PreferencesMenuProps {
  readonly isOpenAtFirst: boolean;
}

export function PreferencesMenu({ isOpenAtFirst }: PreferencesMenuProps) {
  const { t } = useTranslation();
  const { buttonRef, menuProps } = useOpenedAtFirst(isOpenAtFirst);
  const name = `${t("app.language")}, ${t("app.colourScheme")}`;
  return (
    <Menu position="bottom-end" width={230} {...menuProps} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Tooltip label={name}>
          <ActionIcon ref={buttonRef} aria-label={name}>
            <IconLanguage size={22} stroke={1.5} />
          </ActionIcon>
        </Tooltip>
      </Menu.Target>
      <Menu.Dropdown>
        <PreferenceItems />
      </Menu.Dropdown>
    </Menu>
  );
}
