/** Heading and breadcrumbs of shared content with texts. */
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import type { SharedPlace } from "@parfocal/core/share/share-path.ts";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageHeading } from "#ui/PageHeading.tsx";
import { usePagePlace } from "#ui/page-place.ts";
import { crumbsBelow } from "./shared-place.ts";

interface TextFrameProps {
  readonly place: SharedPlace;
  readonly content: { readonly title: string; readonly path: readonly Crumb[] };
  readonly text: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function TextFrame({ place, content: { title, path }, text, actions, children }: TextFrameProps) {
  const { t } = useTranslation();
  usePagePlace({ title, crumbs: crumbsBelow(t, place, path) });
  return (
    <article>
      <PageHeading title={title} text={text}>
        {actions}
      </PageHeading>
      {children}
    </article>
  );
}
