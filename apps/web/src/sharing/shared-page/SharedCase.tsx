/** A shared case: its slides side by side, as on its own page. */
import type { Case } from "@parfocal/core/case/case.contract.ts";
import { formatSharedPath } from "@parfocal/core/share/share-path.ts";
import type { SharedCaseView } from "@parfocal/core/share/share-view.contract.ts";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { CaseWorkspace } from "#case/CaseWorkspace.tsx";
import { useCase } from "#case/case.api.ts";
import type { CaseAddress } from "#case/case-address.ts";
import { useSharedLink } from "#platform/shared-link.ts";
import { SlideOpening } from "#slide/SlideOpening.tsx";
import { useDarkPage } from "#slide/useDarkPage.ts";
import { useFilledPage } from "#ui/filled-page.ts";
import { usePagePlace } from "#ui/page-place.ts";
import { SharedFailure } from "./SharedFailure.tsx";
import type { SharedItemProps } from "./shared-item.ts";
import { crumbsBelow, nameOf } from "./shared-place.ts";

export function SharedCase({ place, shared, id, parentId }: SharedItemProps) {
  const { t } = useTranslation();
  useDarkPage();
  useFilledPage();
  const isEmbedded = useSharedLink()?.isEmbedded ?? false;
  const { data, error, refetch } = useCase(id, parentId);
  const view = parentId === null ? (shared.viewSettings?.caseView ?? null) : null;
  const shown = useMemo(() => data && withNames({ ...data, layout: view?.layout ?? data.layout }, t), [data, view, t]);
  usePagePlace({ title: shown?.title ?? "", crumbs: data ? crumbsBelow(t, place, data.path) : [] });
  const casePlace = useMemo(() => {
    const { siteId, token, steps } = place;
    // The case itself is the last step, even if it is the shared item.
    const own = steps.length > 0 ? steps : [{ kind: "case", id: shared.itemId } as const];
    return {
      ...{ caseId: id, parentId, place: { siteId, steps: own } },
      formatSteps: (to: typeof steps) => formatSharedPath(token, to),
    };
  }, [place, shared.itemId, id, parentId]);
  if (!shown)
    return error ? (
      <SharedFailure error={error} isEmbedded={isEmbedded} onRetry={() => void refetch()} />
    ) : (
      <SlideOpening />
    );
  return <CaseWorkspace place={casePlace} shown={shown} opening={view && openingOf(view)} />;
}

const openingOf = ({ containers, isSynced }: SharedCaseView): CaseAddress => ({
  slideIds: containers.map(({ slideId }) => slideId),
  views: containers.map(({ view }) => view && { center: view.center, zoom: view.zoom, rotationDeg: view.rotation }),
  isSynced,
});

/** Slides whose titles the link hides are distinguished by their numbers. */
function withNames(shown: Case, t: TFunction): Case {
  return {
    ...shown,
    title: nameOf(t, { type: "case", title: shown.title }),
    previous: shown.previous && { ...shown.previous, title: nameOf(t, shown.previous) },
    next: shown.next && { ...shown.next, title: nameOf(t, shown.next) },
    items: shown.items.map((item, index) => ({
      ...item,
      title: item.title || t("sharedPage.slideInCase", { number: index + 1 }),
    })),
  };
}
