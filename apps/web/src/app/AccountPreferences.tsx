/** The language and colour scheme of the account, on each device where one signs in and when they are changed. */
import { useMantineColorScheme } from "@mantine/core";
import { useEffect } from "react";
import { useSession } from "#platform/session.tsx";
import { chooseLanguage } from "./i18n.ts";

export function AccountPreferences() {
  const { user } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  const { id, language, colourScheme } = user ?? {};
  // A choice in the menu of a device holds until the page is loaded again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each person
  useEffect(() => {
    // Without its texts the page stays in the language that it has.
    if (language) void chooseLanguage(language).catch(() => {});
  }, [id, language]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each person; the function is a new one each time
  useEffect(() => {
    if (colourScheme) setColorScheme(colourScheme);
  }, [id, colourScheme]);
  return null;
}
