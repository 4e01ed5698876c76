/** Shows whose rights the preview uses, with a button to exit. */
import { Button } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { exitPreview, type Preview } from "#platform/preview.ts";
import styles from "./PreviewBar.module.css";

export function PreviewBar({ preview: { name } }: { readonly preview: Preview }) {
  const { t } = useTranslation();
  return (
    <section className={styles.bar} aria-label={t("userGroup.preview")}>
      <IconEye size={18} stroke={1.5} aria-hidden />
      <span className={styles.text}>
        {name === null ? t("userGroup.previewedAsLearner") : t("userGroup.previewedAs", { name })}
      </span>
      <Button size="compact-sm" variant="default" onClick={exitPreview}>
        {t("userGroup.exitPreview")}
      </Button>
    </section>
  );
}
