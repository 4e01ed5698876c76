/** Language, light or dark. */
import { ActionIcon, type MantineColorScheme, Menu, Tooltip, useMantineColorScheme } from "@mantine/core";
import { IconCheck, IconDeviceDesktop, IconLanguage, IconMoon, IconSun } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { chooseLanguage, LANGUAGE_CODES, LANGUAGES } from "./i18n.ts";

const SCHEMES = [
  { scheme: "light", text: "app.schemeLight", icon: IconSun },
  { scheme: "dark", text: "app.schemeDark", icon: IconMoon },
  { scheme: "auto", text: "app.schemeSystem", icon: IconDeviceDesktop },
] as const satisfies readonly { scheme: MantineColorScheme; text: string; icon: unknown }[];

/** The choices, to stand in any menu. */
export function PreferenceItems() {
  const { t, i18n } = useTranslation();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>{t("app.language")}</Menu.Label>
      {LANGUAGE_CODES.map((code) => (
        <Menu.Item
          key={code}
          role="menuitemradio"
          aria-checked={i18n.language === code}
          lang={code}
          leftSection={<ChosenMark isChosen={i18n.language === code} />}
          onClick={() => void chooseLanguage(code)}
        >
          {LANGUAGES[code].name}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Label>{t("app.colourScheme")}</Menu.Label>
      {SCHEMES.map(({ scheme, text, icon: SchemeIcon }) => (
        <Menu.Item
          key={scheme}
          role="menuitemradio"
          aria-checked={colorScheme === scheme}
          leftSection={<ChosenMark isChosen={colorScheme === scheme} />}
          rightSection={<SchemeIcon size={18} stroke={1.5} aria-hidden />}
          onClick={() => setColorScheme(scheme)}
        >
          {t(text)}
        </Menu.Item>
      ))}
    </>
  );
}

function ChosenMark({ isChosen }: { readonly isChosen: boolean }) {
  return <IconCheck size={16} stroke={2} aria-hidden style={{ visibility: isChosen ? "visible" : "hidden" }} />;
}

export function PreferencesMenu() {
  const { t } = useTranslation();
  const name = `${t("app.language")}, ${t("app.colourScheme")}`;
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <Tooltip label={name}>
          <ActionIcon aria-label={name}>
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
