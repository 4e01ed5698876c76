import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { TFunction } from "i18next";
import { dateFormat } from "#ui/locale-formats.ts";

/** The name that it was given, or when it was made: to the second, since several are made in a minute to be compared. */
export function nameOf(
  { name, createdAt }: Pick<CellAnalysis, "name" | "createdAt">,
  t: TFunction,
  language: string,
): string {
  if (name !== "") return name;
  const date = dateFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(createdAt));
  return t("cellAnalysis.unnamed", { date });
}
