/** The chain of reasons: account, role, and for each path to the item what hides it and which groups are decisive. */
import { Alert, Text } from "@mantine/core";
import type { AccessReasons, ExplainedWay } from "@parfocal/core/assignment/why.contract.ts";
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { readableDate } from "#ui/site-dates.ts";
import { ROLE_TEXTS } from "#user/role-texts.ts";
import styles from "./UserGroup.module.css";

export function WhyReasons({ reasons }: { readonly reasons: AccessReasons }) {
  const { t } = useTranslation();
  const { user, resource, isSeen, account, seesAll, ways } = reasons;
  const Icon = isSeen ? IconEye : IconEyeOff;
  const names = { name: user.name, place: resource.title };
  return (
    <div className={styles.members}>
      <Alert
        color={isSeen ? "teal" : "gray"}
        icon={<Icon aria-hidden />}
        title={t(isSeen ? "userGroup.whySeen" : "userGroup.whyNotSeen", names)}
      />
      <ul className={styles.reasons}>
        {account !== "active" && <li>{t(`userGroup.whyAccount_${account}`)}</li>}
        <li>
          {t("userGroup.whyRole", { role: t(ROLE_TEXTS[user.role]) })}{" "}
          {t(seesAll ? "userGroup.whySeesAll" : "userGroup.whySeesGroups")}
        </li>
        {ways.length === 0 && <li>{t("userGroup.whyNoCourse")}</li>}
      </ul>
      {!seesAll && ways.map((way) => <Way key={way.path.map(({ id }) => id).join(" ")} way={way} />)}
    </div>
  );
}

function Way({ way: { path, hidden, decidedBy, groups, groupCount, isSeen } }: { readonly way: ExplainedWay }) {
  const { t, i18n } = useTranslation();
  const place = path.map(({ title }) => title).join(" / ");
  return (
    <section className={styles.panel} aria-label={place}>
      <Text fw={600}>{place}</Text>
      <Text size="sm" c="dimmed">
        {t(isSeen ? "userGroup.whyWayOpen" : "userGroup.whyWayClosed")}
      </Text>
      <ul className={styles.reasons}>
        {hidden.map((each) => (
          <li key={each.place.id}>{t(`userGroup.whyHidden_${each.reason}`, { place: each.place.title })}</li>
        ))}
        {decidedBy === null ? (
          <li>{t("userGroup.whyNoGroups")}</li>
        ) : (
          <li>
            {t("userGroup.whyDecides", { place: decidedBy.title })}
            <ul className={styles.reasons}>
              {groups.map((group) => (
                <li key={group.id}>{groupText(t, i18n.language, group)}</li>
              ))}
              {groupCount > groups.length && (
                <li>{t("userGroup.whyMoreGroups", { count: groupCount - groups.length })}</li>
              )}
            </ul>
          </li>
        )}
      </ul>
    </section>
  );
}

function groupText(t: TFunction, language: string, group: ExplainedWay["groups"][number]): string {
  const { title, isMember, time, dateStart, dateEnd, deniedBy, isOpen } = group;
  const dated = (date: string | null) => (date === null ? "" : readableDate(date, language));
  const facts = [
    t(isMember ? "userGroup.whyMember" : "userGroup.whyNoMember"),
    time === "later" && t("userGroup.whyLater", { date: dated(dateStart) }),
    time === "over" && t("userGroup.whyOver", { date: dated(dateEnd) }),
    deniedBy !== null && t("userGroup.whyDenied", { place: deniedBy.title }),
    isOpen && t("userGroup.whyOpens"),
  ];
  return t("userGroup.whyGroup", { title, facts: facts.filter(Boolean).join(", ") });
}
