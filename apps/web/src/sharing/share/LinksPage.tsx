/** The user's own share links. */
import { Navigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PageHeading } from "#ui/PageHeading.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { SharesPanel } from "./SharesPanel.tsx";

export function LinksPage() {
  const { t } = useTranslation();
  const { site, user } = useSession();
  usePagePlace({ title: t("share.myLinks"), crumbs: [{ title: t("course.pageTitle"), href: `/s${site.id}/` }] });
  if (!user) return <Navigate to="/sign-in" search={{ next: `/s${site.id}/links` }} replace />;
  return (
    <>
      <PageHeading title={t("share.myLinks")} />
      <SharesPanel scope="mine" />
    </>
  );
}
