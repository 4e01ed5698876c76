/** The uploads into one course or folder, where they were dropped: how far each is, and what can be done about it. */
import { Anchor } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import styles from "./UploadPage.module.css";
import { UploadRow } from "./UploadRow.tsx";
import { usePlaceUploads } from "./upload-context.tsx";

/** The others are on their own page: below these stands what one came for. */
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
