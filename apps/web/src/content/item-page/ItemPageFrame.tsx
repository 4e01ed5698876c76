/** Frame of the page of a single item: breadcrumbs, title, previous and next item. */
import { Title } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import type { PlacedContent } from "@parfocal/core/item/placed-content.contract.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { PageFields } from "#custom-field/PageFields.tsx";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { Tags } from "#item/Tags.tsx";
import { useSession } from "#platform/session.tsx";
import { HeaderActions } from "#ui/HeaderActions.tsx";
import { NeighbourLinks } from "#ui/NeighbourLinks.tsx";
import { NEXT_KEY, PREVIOUS_KEY } from "#ui/neighbour-keys.ts";
import { usePagePlace } from "#ui/page-place.ts";
import styles from "./ItemPageFrame.module.css";

interface ItemPageFrameProps {
  readonly content: Pick<PlacedContent, "title" | "subtitle" | "tags" | "path" | "previous" | "next">;
  /** From the course down to the item, from the URL. */
  readonly steps: readonly PathStep[];
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  /** Whether the page is as wide as the window instead of having the width of a text. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

export function ItemPageFrame({ content, steps, actions, isWide = false, children }: ItemPageFrameProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  const { title, subtitle, tags, path, previous, next } = content;
  const way = path.slice(0, -1);
  const self = steps.at(-1);
  usePagePlace({
    title,
    crumbs: [
      { title: t("course.pageTitle"), href: `/s${site.id}/` },
      ...way.map((crumb, index) => ({ title: crumb.title, href: pathTo(site.id, stepsOf(way.slice(0, index + 1))) })),
    ],
  });
  const pathOf = (crumb: Crumb): string | null =>
    pathTo(site.id, [...steps.slice(0, -1), { kind: crumb.type, id: crumb.id }]);
  const go = (crumb: Crumb | null) => () => {
    const to = crumb && pathOf(crumb);
    if (to) void navigate({ to });
  };
  useHotkeys([
    [PREVIOUS_KEY, go(previous)],
    [NEXT_KEY, go(next)],
  ]);
  return (
    <article className={styles.page} data-wide={isWide || undefined}>
      <HeaderActions>
        <NeighbourLinks previous={previous} next={next} pathOf={pathOf} />
      </HeaderActions>
      <header className={styles.head}>
        <div>
          <Title order={1}>{title}</Title>
          {subtitle && <p className={styles.subtitle}>{subtitle}</p>}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
      {self && <PageFields id={self.id} kind={self.kind} />}
      <Tags tags={tags} className={styles.tags} />
    </article>
  );
}
