/** Shown after registration: the user group joined, the content it opens, and the answers given. */
import { Text, Title } from "@mantine/core";
import { countryName } from "@parfocal/core/custom-field/country-codes.ts";
import type { Registration } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { IconCircleCheck } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { pathTo, stepsOf } from "#item/place-path.ts";
import { useSession } from "#platform/session.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import { readableDate } from "#ui/site-dates.ts";
import styles from "./Enrollment.module.css";

interface RegisteredProps {
  readonly registration: Registration;
  /** Whether the registration happened on this page: the heading then gets the focus. */
  readonly isNew: boolean;
}

export function Registered({ registration, isNew }: RegisteredProps) {
  const { t, i18n } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const { registeredAt, group, opens } = registration;
  const since = dateFormat(i18n.language, { dateStyle: "long", timeStyle: "short" });
  return (
    <section className={styles.registered} aria-label={t("enrollment.registered")}>
      <div className={styles.done}>
        <IconCircleCheck size={32} stroke={1.5} className={styles.doneIcon} aria-hidden />
        <div role="status">
          <Title order={2} ref={heading} tabIndex={-1} className={styles.doneTitle}>
            {t("enrollment.registered")}
          </Title>
          <Text c="dimmed">{t("enrollment.registeredAt", { date: since.format(new Date(registeredAt)) })}</Text>
          <Text>{groupText(t, i18n.language, group)}</Text>
        </div>
      </div>
      {opens.length > 0 && <Opened opens={opens} />}
      {group?.isMember && group.time === "now" && opens.length === 0 && <Text>{t("enrollment.opensNothing")}</Text>}
      <OwnAnswers registration={registration} />
    </section>
  );
}

function groupText(t: TFunction, language: string, group: Registration["group"]): string {
  if (!group) return t("enrollment.groupIsGone");
  if (!group.isMember) return t("enrollment.registeredOut", { group: group.title });
  const { title, dateStart, dateEnd, time } = group;
  const sentences: string[] = [t("enrollment.registeredInto", { group: title })];
  if (time === "later" && dateStart)
    sentences.push(t("enrollment.opensLater", { date: readableDate(dateStart, language) }));
  if (time === "over" && dateEnd)
    sentences.push(t("enrollment.opensNoMore", { date: readableDate(dateEnd, language) }));
  if (time === "now" && dateEnd) sentences.push(t("enrollment.opensUntil", { date: readableDate(dateEnd, language) }));
  return sentences.join(" ");
}

function Opened({ opens }: Pick<Registration, "opens">) {
  const { t } = useTranslation();
  const { site } = useSession();
  return (
    <div>
      <Title order={3} className={styles.sectionTitle}>
        {t("enrollment.opens")}
      </Title>
      <ul className={styles.list}>
        {opens.map((way) => {
          const last = way.at(-1);
          const to = pathTo(site.id, stepsOf(way));
          if (!last || to === null) return null;
          const Icon = ITEM_ICONS[last.type];
          return (
            <li key={last.id}>
              <Link to={to} className={styles.opened}>
                <Icon size={22} stroke={1.5} aria-hidden />
                <span className={styles.openedWords}>
                  {last.title}
                  {way.length > 1 && (
                    <small>
                      {way
                        .slice(0, -1)
                        .map(({ title }) => title)
                        .join(" / ")}
                    </small>
                  )}
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function OwnAnswers({ registration: { answers } }: Pick<RegisteredProps, "registration">) {
  const { t, i18n } = useTranslation();
  if (answers.length === 0) return null;
  return (
    <div>
      <Title order={3} className={styles.sectionTitle}>
        {t("enrollment.yourAnswers")}
      </Title>
      <dl className={styles.given}>
        {answers.map(({ title, type, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: answers do not move, and two may have one title
          <div key={place}>
            <dt>{title}</dt>
            <dd>{type === "country" ? countryName(value, i18n.language) : value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>{t("enrollment.yourAnswersHint")}</p>
    </div>
  );
}
