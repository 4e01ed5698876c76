/** The logo of the site, instead of the product's logo and name. */
import type { SiteLogo as Logo } from "@parfocal/core/session/session.contract.ts";
import { getSiteLogo } from "@parfocal/core/site/site-logo.contract.ts";
import { fileUrlOf } from "#platform/call.ts";
import { useSession } from "#platform/session.tsx";
import styles from "./SiteLogo.module.css";

interface SiteLogoProps {
  readonly logo: Logo;
  /** Its maximum height; it is never wider than its container. */
  readonly maxHeightPx: number;
}

export function SiteLogo({ logo, maxHeightPx }: SiteLogoProps) {
  const { site } = useSession();
  const { key, widthPx, heightPx } = logo;
  const shownPx = Math.min(heightPx, maxHeightPx);
  return (
    <img
      className={styles.logo}
      src={fileUrlOf(getSiteLogo, { params: { site: site.id, key } })}
      alt={site.title}
      width={Math.round((widthPx * shownPx) / heightPx)}
      height={shownPx}
    />
  );
}
