/** On the home page: quizzes that close soon or are running, and items that others have added since the last visit. */
import { Badge, Title } from "@mantine/core";
import type { Overview, OverviewEntry } from "@parfocal/core/progress/progress.contract.ts";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { useSession } from "#platform/session.tsx";
import { readableDate } from "#ui/site-dates.ts";
import styles from "./progress.module.css";

/** Renders nothing if nothing is due or new. */
export function OverviewLists({ overview: { due, added } }: { readonly overview: Overview }) {
  const { t, i18n } = useTranslation();
  if (due.length + added.length === 0) return null;
  return (
    <div className={styles.lists}>
      {due.length > 0 && (
        <List id="due" title={t("course.due")}>
          {due.map(({ closesAt, isStarted, ...entry }) => (
            <Row key={entry.id} entry={entry}>
              {isStarted && <Badge variant="light">{t("course.started")}</Badge>}
              {closesAt !== null && t("course.until", { date: readableDate(closesAt, i18n.language) })}
            </Row>
          ))}
        </List>
      )}
      {added.length > 0 && (
        <List id="new" title={t("course.added")}>
          {added.map(({ addedAt, ...entry }) => (
            <Row key={entry.id} entry={entry}>
              {t("course.addedOn", { date: readableDate(addedAt, i18n.language) })}
            </Row>
          ))}
        </List>
      )}
    </div>
  );
}

interface ListProps {
  readonly id: string;
  readonly title: string;
  readonly children: ReactNode;
}

function List({ id, title, children }: ListProps) {
  return (
    <section aria-labelledby={id}>
      <Title order={2} id={id} className={styles.goOnTitle}>
        {title}
      </Title>
      <ul className={styles.list}>{children}</ul>
    </section>
  );
}

function Row({ entry, children }: { readonly entry: OverviewEntry; readonly children: ReactNode }) {
  const { site } = useSession();
  const Icon = ITEM_ICONS[entry.type];
  const href = pathTo(site.id, stepsOf(entry.path));
  const above = entry.path.slice(0, -1).map((step) => step.title);
  return (
    <li className={styles.row}>
      <Icon size={22} stroke={1.5} aria-hidden />
      <div className={styles.rowText}>
        {href === null ? entry.title : <Link to={href}>{entry.title}</Link>}
        <span>{above.join(" › ")}</span>
      </div>
      <div className={styles.rowFacts}>{children}</div>
    </li>
  );
}
