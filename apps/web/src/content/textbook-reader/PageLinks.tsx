/** The links of a page. External links open in a new tab, without a referrer. */
import { useTranslation } from "react-i18next";
import type { PageLink, ShareBox } from "./book.ts";
import styles from "./Pages.module.css";
import { ownPage } from "./safe-link.ts";

interface PageLinksProps {
  readonly links: readonly PageLink[];
  readonly turnBox: (box: ShareBox) => ShareBox;
  readonly onLink: (link: PageLink) => void;
}

const percent = (share: number): string => `${100 * share}%`;

export function PageLinks({ links, turnBox, onLink }: PageLinksProps) {
  const { t } = useTranslation();
  return links.map((link, index) => {
    const { left, top, width, height } = turnBox(link.box);
    const place = { left: percent(left), top: percent(top), width: percent(width), height: percent(height) };
    const key = `${index}`;
    if (link.url === null)
      return (
        <button
          key={key}
          type="button"
          className={styles.link}
          style={place}
          aria-label={t("textbookReader.linkInBook")}
          onClick={() => onLink(link)}
        />
      );
    const isOwn = ownPage(link.url, window.location.origin) !== null;
    const address = link.url.replace(/^mailto:/i, "");
    const label = isOwn ? t("textbookReader.linkHere", { address }) : t("textbookReader.linkOutside", { address });
    return (
      <a
        key={key}
        className={styles.link}
        style={place}
        href={link.url}
        {...(isOwn ? {} : { target: "_blank", rel: "noopener noreferrer" })}
        aria-label={label}
        title={label}
        onClick={(event) => {
          if (!isOwn || event.ctrlKey || event.metaKey || event.shiftKey) return;
          event.preventDefault();
          onLink(link);
        }}
      >
        {""}
      </a>
    );
  });
}
