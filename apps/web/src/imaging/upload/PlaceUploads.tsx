/** Uploads into one course or folder, shown where they were dropped, with progress and actions. */
import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import styles from "./UploadPage.module.css";
import { UploadRow } from "./UploadRow.tsx";
import { usePlaceUploads } from "./upload-context.tsx";

/** Further ones are on the upload page, so that the contents below stay visible. */
const ROWS = 5;

export function PlaceUploads({ placeId }: { readonly placeId: number }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const entries = usePlaceUploads(placeId);
  const more = entries.length - ROWS;
  return (
    <section aria-label={t("upload.queueTitle")} className={styles.section}>
      <ul className={styles.list}>
        {entries.slice(0, ROWS).map((entry) => (
          <UploadRow key={entry.key} entry={entry} />
        ))}
      </ul>
      {more > 0 && (
        <Anchor component={Link} to={`/s${site.id}/upload`} size="sm">
          {t("upload.andMore", { count: more })}
        </Anchor>
      )}
    </section>
  );
}
