import { IconExternalLink } from "@tabler/icons-react";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import classes from "./SharedPage.module.css";
import { windowAddress } from "./window-address.ts";

/** Opens the same view outside the frame, in a separate window. */
export function OpenInWindow() {
  const { t } = useTranslation();
  return (
    <a
      className={classes.window}
      href={windowAddress(window.location)}
      target="_blank"
      rel="noopener"
      // The view may have changed since the link was rendered.
      onClick={({ currentTarget }: MouseEvent<HTMLAnchorElement>) => {
        currentTarget.href = windowAddress(window.location);
      }}
    >
      {t("sharedPage.openWindow")}
      <IconExternalLink size={16} stroke={1.5} aria-hidden />
    </a>
  );
}
