import { Text } from "@mantine/core";
import type { AuditEntry } from "@parfocal/core/audit-log/audit-log.contract.ts";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import { ROLE_TEXTS } from "#user/role-texts.ts";
import styles from "./AuditLog.module.css";
import { nameOfFact } from "./name-of-fact.ts";

export function AuditLogEntry({ entry }: { readonly entry: AuditEntry }) {
  const { t, i18n } = useTranslation();
  const { site } = useSession();
  const { at, action, person, object } = entry;
  const when = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "medium" });
  const names = {
    person: person ? (person.name ?? t("auditLog.deletedPerson", { id: person.id })) : "",
    object: object ? (object.name ?? t(`auditLog.object_${object.kind}`, { id: object.id })) : "",
  };
  return (
    <li className={styles.entry}>
      <div className={styles.who}>
        <Text fw={560}>{actorText(entry, t)}</Text>
        <Text size="sm" c="dimmed">
          <time dateTime={at}>{when.format(new Date(at))}</time>
        </Text>
      </div>
      <div className={styles.what}>
        <Text>{t(`auditLog.action_${action}`, names)}</Text>
        <Text size="sm" c="dimmed">
          {detailsOf(entry, t).join(" · ")}
        </Text>
        {object?.kind === "item" && object.name !== null && action !== "itemDeleted" && (
          <Text size="sm">
            <Link className={styles.link} to={`/s${site.id}/manage`} search={{ item: object.id }}>
              {t("auditLog.openItem", { title: object.name })}
            </Link>
          </Text>
        )}
      </div>
    </li>
  );
}

function actorText({ actor, facts }: AuditEntry, t: TFunction): string {
  if (actor) return actor.name ?? t("auditLog.deletedPerson", { id: actor.id });
  return t(facts.way === "console" ? "auditLog.console" : "auditLog.system");
}

function detailsOf({ userGroup, facts }: AuditEntry, t: TFunction): string[] {
  const { way, role, formerRole, names, count } = facts;
  const details: string[] = [];
  if (role && formerRole)
    details.push(t("auditLog.fact_roles", { from: t(ROLE_TEXTS[formerRole]), to: t(ROLE_TEXTS[role]) }));
  else if (role) details.push(t("auditLog.fact_role", { role: t(ROLE_TEXTS[role]) }));
  if (names) details.push(t("auditLog.fact_names", { names: names.map((name) => nameOfFact(name, t)).join(", ") }));
  if (count !== undefined) details.push(t("auditLog.fact_count", { number: count }));
  if (userGroup) {
    const group = userGroup.name ?? t("auditLog.object_userGroup", { id: userGroup.id });
    details.push(t("auditLog.fact_group", { group }));
  }
  if (way && way !== "console") details.push(t(`auditLog.way_${way}`));
  return details;
}
