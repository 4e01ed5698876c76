/** Choice for a file that already exists. */
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { slideHref } from "./slide-href.ts";
import styles from "./UploadRow.module.css";
import { useUploads } from "./upload-context.tsx";
import type { UploadEntry } from "./upload-entry.ts";

export function TwinChoice({ entry: { key, twin, filename } }: { readonly entry: UploadEntry }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const queue = useUploads();
  const [isBusy, setBusy] = useState(false);
  if (!twin) return null;
  const href = twin.kind === "slide" ? slideHref(site.id, twin.slide) : null;
  const canBePlaced = twin.kind === "slide" && !twin.isInPlace;

  function handle(action: () => Promise<void>) {
    setBusy(true);
    action()
      .catch(showFailure)
      .finally(() => setBusy(false));
  }

  return (
    <>
      {twin.kind === "slide" && href && (
        <Link to={href} className={styles.twin}>
          {twin.slide.title}
        </Link>
      )}
      <div className={styles.continue}>
        {canBePlaced && (
          <Button
            size="compact-md"
            variant="light"
            loading={isBusy}
            aria-label={`${t("upload.placeTwin")}: ${filename}`}
            onClick={() => handle(() => queue.placeTwin(key))}
          >
            {t("upload.placeTwin")}
          </Button>
        )}
        <Button
          size="compact-md"
          variant="default"
          disabled={isBusy}
          aria-label={`${t("upload.uploadAnyway")}: ${filename}`}
          onClick={() => queue.uploadAnyway(key)}
        >
          {t("upload.uploadAnyway")}
        </Button>
        <Button
          size="compact-md"
          variant={canBePlaced ? "default" : "light"}
          disabled={isBusy}
          aria-label={`${t("upload.skip")}: ${filename}`}
          onClick={() => handle(() => queue.cancel(key))}
        >
          {t("upload.skip")}
        </Button>
      </div>
    </>
  );
}
