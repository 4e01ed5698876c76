import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { formatShare } from "#ui/quantity-text.ts";

/** @returns a function that takes a fraction from 0 to 1. */
export function usePercentText(): (share: number) => string {
  const { i18n } = useTranslation();
  return useCallback((share: number) => formatShare(share, i18n.language), [i18n.language]);
}
