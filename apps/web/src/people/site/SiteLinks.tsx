/** Support, imprint and privacy policy of the site, if set by an administrator. */
import { Anchor } from "@mantine/core";
import { contactHref } from "@parfocal/core/site/contact-href.ts";
import { useTranslation } from "react-i18next";
import { reopenConsent } from "#consent/consent-store.ts";
import { useSession } from "#platform/session.tsx";
import styles from "./Site.module.css";

interface SiteLink {
  readonly key: "support" | "imprint" | "privacy";
  readonly label: string;
  readonly href: string;
}

/** In display order, without links that are not set. */
export function useSiteLinks(): readonly SiteLink[] {
  const { t } = useTranslation();
  const { support, imprint, privacy } = useSession().site.links;
  const all: readonly SiteLink[] = [
    { key: "support", label: t("app.support"), href: support && contactHref(support) },
    { key: "imprint", label: t("app.imprint"), href: imprint },
    { key: "privacy", label: t("app.privacy"), href: privacy },
  ];
  return all.filter(({ href }) => href !== "");
}

/** Footer of a page: the links that are set, and the cookie settings. */
export function SiteFoot() {
  const { t } = useTranslation();
  const links = useSiteLinks();
  return (
    <footer className={styles.foot}>
      <nav aria-label={t("app.siteLinks")}>
        <ul className={styles.links}>
          {links.map(({ key, label, href }) => (
            <li key={key}>
              <Anchor href={href} className={styles.link} rel="noreferrer">
                {label}
              </Anchor>
            </li>
          ))}
          <li>
            <Anchor component="button" type="button" className={styles.link} onClick={reopenConsent}>
              {t("app.cookies")}
            </Anchor>
          </li>
        </ul>
      </nav>
    </footer>
  );
}
