/** A folder with its contents. */
import { useTranslation } from "react-i18next";
import { FolderNeighbours } from "#folder/FolderNeighbours.tsx";
import { useFolder } from "#folder/folder.api.ts";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { usePlace } from "#item/use-place.ts";
import { useSession } from "#platform/session.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { type PageCrumb, usePagePlace } from "#ui/page-place.ts";
import { ContentPage } from "./ContentPage.tsx";

export function FolderPage() {
  const { t } = useTranslation();
  const { site } = useSession();
  const place = usePlace();
  const steps = place?.steps ?? [];
  const id = steps.at(-1)?.id ?? 0;
  const { data: folder, error, refetch } = useFolder(id);
  const way = (folder?.path ?? []).filter((step) => step.id !== id);
  const crumbs: PageCrumb[] = [
    { title: t("course.pageTitle"), href: `/s${site.id}/` },
    ...way.map(({ title }, index) => ({ title, href: pathTo(site.id, stepsOf(way.slice(0, index + 1))) })),
  ];
  usePagePlace({ title: folder?.title ?? "", crumbs });
  if (!folder) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <ContentPage
      content={folder}
      kind="folder"
      steps={steps}
      after={<FolderNeighbours previous={folder.previous} next={folder.next} steps={steps} />}
    />
  );
}
