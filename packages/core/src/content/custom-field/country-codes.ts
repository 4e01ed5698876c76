/**
 * Countries by their two-letter codes. `Intl.DisplayNames` supplies their names in any language.
 *
 * Source: ISO 3166-1 alpha-2, the 249 officially assigned codes.
 */
export const COUNTRY_CODES: readonly string[] = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
  "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR " +
  "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
  "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT " +
  "MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW " +
  "SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ " +
  "UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW"
).split(" ");

const CODES: ReadonlySet<string> = new Set(COUNTRY_CODES);

export const isCountryCode = (text: string): boolean => CODES.has(text);

const namesOf = new Map<string, Intl.DisplayNames>();

/** Cached per language, because construction is slow. */
function namesIn(locale: string): Intl.DisplayNames {
  const names = namesOf.get(locale) ?? new Intl.DisplayNames(locale, { type: "region" });
  namesOf.set(locale, names);
  return names;
}

/** @param locale language of the name, e.g. `en`. @returns the code itself if no country has it. */
export function countryName(code: string, locale: string): string {
  return isCountryCode(code) ? (namesIn(locale).of(code) ?? code) : code;
}

/** Codes and names, sorted by name. @param locale language of the names, e.g. `en`. */
export function listCountries(locale: string): { readonly code: string; readonly name: string }[] {
  return COUNTRY_CODES.map((code) => ({ code, name: countryName(code, locale) })).sort((one, other) =>
    one.name.localeCompare(other.name, locale),
  );
}

/** Languages in which names are searched, independent of the interface language. */
const SEARCHED_LOCALES = ["en", "de"];

/** Ignores case and accents. */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().trim();

/**
 * Codes of the countries whose English or German name contains `q`, or whose code equals it; all countries if `q` is
 * empty.
 */
export function countriesLike(q: string): readonly string[] {
  const searchText = plain(q);
  return COUNTRY_CODES.filter(
    (code) =>
      code.toLowerCase() === searchText ||
      SEARCHED_LOCALES.some((locale) => plain(countryName(code, locale)).includes(searchText)),
  );
}
