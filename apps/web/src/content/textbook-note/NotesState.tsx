import { Button, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import styles from "./TextbookNotes.module.css";

interface NotesStateProps {
  readonly query: { readonly isError: boolean; readonly data?: unknown; readonly refetch: () => unknown };
  readonly isEmpty: boolean;
  readonly emptyText: string;
  readonly failedText: string;
}

/** Shown if there is nothing to list yet, or if loading failed. */
export function NotesState({ query, isEmpty, emptyText, failedText }: NotesStateProps) {
  const { t } = useTranslation();
  if (query.isError && !query.data)
    return (
      <div role="alert">
        <Text size="sm" my="xs">
          {failedText}
        </Text>
        <Button size="xs" variant="default" onClick={() => void query.refetch()}>
          {t("ui.tryAgain")}
        </Button>
      </div>
    );
  return query.data && isEmpty ? (
    <Text className={styles.hint} mt="xs">
      {emptyText}
    </Text>
  ) : null;
}
