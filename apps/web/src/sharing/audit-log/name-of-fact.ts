import { OPTION_NAMES } from "@parfocal/core/site/site-options.ts";
import type { TFunction } from "i18next";

/** Names of fields of people and groups that an entry can hold, apart from the options of the site. */
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

/** What an option or a field is called on its screen; a name that nothing has any more stays as it is. */
export function nameOfFact(name: string, t: TFunction): string {
  const option = OPTION_NAMES.find((one) => one === name);
  if (option) return t(`option.${option}`);
  return name in FIELD_TEXTS ? t(FIELD_TEXTS[name as keyof typeof FIELD_TEXTS]) : name;
}
