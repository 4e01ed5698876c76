/** A static page as shown to readers. */
import { Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import { PageBoxes } from "#box/PageBoxes.tsx";
import { usePlace } from "#item/use-place.ts";
import { ItemPageFrame } from "#item-page/ItemPageFrame.tsx";
import { RichText } from "#rich-text/RichText.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { usePage } from "./page.api.ts";

export function StaticPage() {
  const { t } = useTranslation();
  const steps = usePlace()?.steps ?? [];
  const { data: page, error, refetch } = usePage(steps.at(-1)?.id ?? 0, steps.at(-2)?.id ?? null);
  if (!page) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <ItemPageFrame content={page} steps={steps}>
      {page.content === "" ? <Text c="dimmed">{t("page.empty")}</Text> : <RichText text={page.content} />}
      <PageBoxes id={page.id} kind="page" />
    </ItemPageFrame>
  );
}
