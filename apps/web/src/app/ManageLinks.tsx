/** Header links for people who manage content: the administration, and the editor of the current page. */
import { IconListTree, IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { usePlace } from "#item/use-place.ts";
import { useSession } from "#platform/session.tsx";
import { useShownPlace } from "#ui/page-place.ts";
import styles from "./ManageLinks.module.css";

export function ManageLinks() {
  const { t } = useTranslation();
  const { site, can } = useSession();
  const place = usePlace();
  const { title, isVirtual } = useShownPlace();
  if (!can("manageContent")) return null;
  const way = place ? [...place.steps, ...place.within] : [];
  const shown = way.at(-1);
  const parent = way.at(-2);
  const to = `/s${site.id}/manage`;
  // Only once its page is there: what was not found has no editor.
  const hasEditor = shown !== undefined && title !== "" && !isVirtual;
  return (
    <>
      <Link
        to={to}
        className={styles.link}
        data-manage
        activeOptions={{ includeSearch: false }}
        aria-label={t("app.manageShort")}
      >
        <IconListTree size={18} stroke={1.5} aria-hidden />
        <span className={styles.label}>{t("app.manageShort")}</span>
      </Link>
      {hasEditor && (
        <Link
          to={to}
          search={{ item: String(shown.id), ...(parent ? { in: String(parent.id) } : {}) } as never}
          className={styles.link}
          data-edit
          aria-label={t("app.edit")}
        >
          <IconPencil size={18} stroke={1.5} aria-hidden />
          <span className={styles.label}>{t("app.edit")}</span>
        </Link>
      )}
    </>
  );
}
