/** Applies the language and colour scheme of the account, on each device after sign-in and when they are changed. */
import { useMantineColorScheme } from "@mantine/core";
import { useNavigate, useRouterState } from "@tanstack/react-router";
import { useEffect } from "react";
import { useSession } from "#platform/session.tsx";
import { chooseLanguage, showOfferedLanguage } from "./i18n.ts";

/** Redirects users who must set up a second factor to the account page, once after each sign-in or start. */
function useEnrolmentGuide() {
  const { user, site } = useSession();
  const navigate = useNavigate();
  const isAtSignIn = useRouterState({ select: ({ location }) => location.pathname === "/sign-in" });
  const mustEnrol = user?.mustEnrol === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person
  useEffect(() => {
    if (mustEnrol && !isAtSignIn)
      void navigate({ to: `/s${site.id}/account`, hash: "account-second-factor", replace: true });
  }, [user?.id, mustEnrol, isAtSignIn]);
}

export function AccountPreferences() {
  const { user, site } = useSession();
  const { setColorScheme } = useMantineColorScheme();
  useEnrolmentGuide();
  const { id, language, colourScheme } = user ?? {};
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each person
  useEffect(() => {
    // If its texts cannot be loaded, the page keeps its language.
    if (language) void chooseLanguage(language).catch(() => {});
    else if (site.languages) void showOfferedLanguage(site.languages).catch(() => {});
  }, [id, language, site.languages?.join()]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each person; the function is a new one each time
  useEffect(() => {
    if (colourScheme) setColorScheme(colourScheme);
  }, [id, colourScheme]);
  return null;
}
