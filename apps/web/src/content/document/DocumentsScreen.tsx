/** The site's documents, in the administration. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./Document.module.css";
import { DocumentList } from "./DocumentList.tsx";

export function DocumentsScreen() {
  const { t } = useTranslation();
  return (
    <section className={styles.screen} aria-label={t("document.title")}>
      <Text c="dimmed" mb={12}>
        {t("document.intro")}
      </Text>
      <DocumentList chosen={null} onChoose={() => undefined} />
    </section>
  );
}
