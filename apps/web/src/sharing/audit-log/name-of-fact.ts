import { OPTION_NAMES } from "@parfocal/core/site/site-options.ts";
import type { TFunction } from "i18next";

/** Text keys of the fields of people and groups in an entry, other than the options of the site. */
const FIELD_TEXTS = {
  displayName: "auditLog.field_displayName",
  email: "auditLog.field_email",
  userName: "auditLog.field_userName",
  validUntil: "auditLog.field_validUntil",
  dateStart: "auditLog.field_dateStart",
  dateEnd: "auditLog.field_dateEnd",
  entities: "auditLog.field_entities",
  logo: "option.logo",
  ltiPlatforms: "lti.section",
} as const;

/** Name of an option or field as on its screen; a name that no longer exists is shown unchanged. */
export function nameOfFact(name: string, t: TFunction): string {
  const option = OPTION_NAMES.find((one) => one === name);
  if (option) return t(`option.${option}`);
  return name in FIELD_TEXTS ? t(FIELD_TEXTS[name as keyof typeof FIELD_TEXTS]) : name;
}
