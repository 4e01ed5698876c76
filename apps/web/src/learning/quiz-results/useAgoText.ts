import { useTranslation } from "react-i18next";
import { localeTag } from "#ui/locale-formats.ts";

const STEPS = [
  { unit: "day", seconds: 86_400 },
  { unit: "hour", seconds: 3_600 },
  { unit: "minute", seconds: 60 },
  { unit: "second", seconds: 1 },
] as const;

/** In the largest unit with a value of at least one. @param agoS whole seconds. */
export function agoText(agoS: number, language: string): string {
  const step = STEPS.find(({ seconds }) => agoS >= seconds) ?? STEPS[3];
  const format = new Intl.RelativeTimeFormat(localeTag(language), { numeric: "always", style: "short" });
  return format.format(-Math.floor(agoS / step.seconds), step.unit);
}

/** Seconds as "12 sec ago" in the page's language. */
export function useAgoText(): (agoS: number) => string {
  const { i18n } = useTranslation();
  return (agoS) => agoText(agoS, i18n.language);
}
