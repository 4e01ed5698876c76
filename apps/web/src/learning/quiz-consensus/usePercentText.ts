import { useTranslation } from "react-i18next";

/** @returns takes a share from 0 to 1. */
export function usePercentText(): (share: number) => string {
  const { i18n } = useTranslation();
  const format = new Intl.NumberFormat(i18n.language, { style: "percent", maximumFractionDigits: 1 });
  return (share) => format.format(share);
}
