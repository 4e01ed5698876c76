/** The page of a case: its parameters, and what is shown until the case can be opened. */

import { useTranslation } from "react-i18next";
import { usePlace } from "#item/use-place.ts";
import { SlideOpening } from "#slide/SlideOpening.tsx";
import { useDarkPage } from "#slide/useDarkPage.ts";
import { CallFailure } from "#ui/CallFailure.tsx";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { CaseWorkspace } from "./CaseWorkspace.tsx";
import { useCase } from "./case.api.ts";
import { type CasePlace, casePlaceOf, crumbsOf } from "./case-place.ts";

export function CasePage() {
  const place = casePlaceOf(usePlace());
  return place ? <CaseAt key={place.caseId} place={place} /> : <NotFoundPage />;
}

function CaseAt({ place }: { readonly place: CasePlace }) {
  useDarkPage();
  const { t } = useTranslation();
  const { data, error, refetch } = useCase(place.caseId, place.parentId);
  const crumbs = data ? crumbsOf(place, data.path) : [];
  usePagePlace({
    title: data?.title ?? "",
    crumbs: [{ title: t("course.pageTitle"), href: `/s${place.place.siteId}/` }, ...crumbs],
  });
  if (data) return <CaseWorkspace place={place} shown={data} />;
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <SlideOpening />;
}
