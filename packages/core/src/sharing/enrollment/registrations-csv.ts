/** Registrations as a table: one row per person, one column per field. Source: spec part 1, section 3; rule D-11. */

import { countryName } from "../../content/custom-field/country-codes.ts";
import { CSV_BYTE_ORDER_MARK, csvText } from "../../csv/csv-text.ts";
import type { EnrollmentField } from "./enrollment-form.ts";

export const REGISTRATION_LANGUAGES = ["en", "de"] as const;
export type RegistrationLanguage = (typeof REGISTRATION_LANGUAGES)[number];

const HEADINGS: Readonly<
  Record<
    RegistrationLanguage,
    { name: string; email: string; registeredAt: string; group: string; former: (title: string) => string }
  >
> = {
  en: {
    name: "Name",
    email: "E-mail",
    registeredAt: "Registered",
    group: "User group",
    former: (title) => `${title} (no longer asked)`,
  },
  de: {
    name: "Name",
    email: "E-Mail",
    registeredAt: "Angemeldet",
    group: "Benutzergruppe",
    former: (title) => `${title} (nicht mehr gefragt)`,
  },
};

interface RegistrationLine {
  readonly name: string;
  readonly email: string;
  /** `yyyy-MM-dd HH:mm:ss` in the site's time zone. */
  readonly registeredAt: string;
  /** Null: deleted. */
  readonly groupTitle: string | null;
  /** In the order of the fields; null: the field did not exist then. */
  readonly answers: readonly (string | null)[];
}

type Column = Pick<EnrollmentField, "title" | "type"> & { readonly isCurrent: boolean };

/** @returns text with a byte order mark, so that spreadsheets read it as UTF-8. */
export function registrationsCsv(
  fields: readonly Column[],
  lines: readonly RegistrationLine[],
  language: RegistrationLanguage,
): string {
  const words = HEADINGS[language];
  const titles = fields.map(({ title, isCurrent }) => (isCurrent ? title : words.former(title)));
  const rows = lines.map(({ name, email, registeredAt, groupTitle, answers }) => [
    name,
    email,
    registeredAt,
    groupTitle,
    ...fields.map(({ type }, place) => shown(type, answers[place] ?? null, language)),
  ]);
  return (
    CSV_BYTE_ORDER_MARK + csvText([[words.name, words.email, words.registeredAt, words.group, ...titles], ...rows])
  );
}

const shown = (type: EnrollmentField["type"], answer: string | null, language: RegistrationLanguage): string | null =>
  answer !== null && type === "country" ? countryName(answer, language) : answer;
