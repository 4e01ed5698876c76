/** Shown instead of an editor whose item is loading or failed to load. */
import { Alert, Button, Skeleton, Stack } from "@mantine/core";
import { useTranslation } from "react-i18next";

const LINES = ["title", "first", "second", "third"];

export function EditorState({ isError, onRetry }: { readonly isError: boolean; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  if (isError)
    return (
      <Alert color="red" role="alert" title={t("editor.loadFailed")}>
        <Button variant="default" onClick={onRetry}>
          {t("editor.tryAgain")}
        </Button>
      </Alert>
    );
  return <EditorSkeleton />;
}

/** An editor before its fields are loaded. */
export function EditorSkeleton() {
  const { t } = useTranslation();
  return (
    <Stack gap="md" aria-busy role="status" aria-label={t("ui.loading")}>
      {LINES.map((line) => (
        <Skeleton key={line} height={line === "title" ? 32 : 56} radius="md" />
      ))}
    </Stack>
  );
}
