/** Header links for people who manage content: the administration, the editor of the current page, and its preview. */
import { UnstyledButton } from "@mantine/core";
import { IconEye, IconListTree, IconPencil } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import styles from "./ManageLinks.module.css";
import { PreviewDialog } from "./preview-dialog.ts";
import { useShownItem } from "./use-shown-item.ts";

export function ManageLinks() {
  const { t } = useTranslation();
  const { site, can } = useSession();
  const shown = useShownItem();
  if (!can("manageContent")) return null;
  const to = `/s${site.id}/manage`;
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
      {shown && (
        <Link
          to={to}
          search={
            { item: String(shown.id), ...(shown.parentId === null ? {} : { in: String(shown.parentId) }) } as never
          }
          className={styles.link}
          data-edit
          aria-label={t("app.edit")}
        >
          <IconPencil size={18} stroke={1.5} aria-hidden />
          <span className={styles.label}>{t("app.edit")}</span>
        </Link>
      )}
      {shown && <PreviewButton key={shown.id} itemId={shown.id} title={shown.title} />}
    </>
  );
}

/** Shows the page with the rights of a learner or of a selected person. */
function PreviewButton({ itemId, title }: { readonly itemId: number; readonly title: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <UnstyledButton
        className={styles.link}
        data-preview
        aria-haspopup="dialog"
        aria-label={t("app.preview")}
        onClick={() => setOpen(true)}
      >
        <IconEye size={18} stroke={1.5} aria-hidden />
        <span className={styles.label}>{t("app.preview")}</span>
      </UnstyledButton>
      <Suspense fallback={null}>
        {isOpen && <PreviewDialog itemId={itemId} title={title} onClose={() => setOpen(false)} />}
      </Suspense>
    </>
  );
}
