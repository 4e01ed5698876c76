/** Name of the positive share on the open slide: for a Ki-67 stain it is the Ki-67 index. */
import { isKi67Slide } from "@parfocal/core/cell-analysis/likely-stain.ts";
import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";

/** Whether the slide is stained for Ki-67. */
export const Ki67Slide = createContext(false);

/** Guessed from its title, its tags and the stain named in its file. */
export const isKi67 = ({ title, subtitle, tags, scanFacts }: SeenImage): boolean =>
  isKi67Slide([title, subtitle, ...tags, scanFacts?.stain ?? ""]);

export function useShareLabel(): string {
  const { t } = useTranslation();
  return t(useContext(Ki67Slide) ? "cellAnalysis.ki67Index" : "cellAnalysis.positiveShare");
}
