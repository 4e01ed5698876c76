import type { CellAnalysis } from "@parfocal/core/cell-analysis/cell-analysis.contract.ts";
import type { TFunction } from "i18next";
import { dateFormat } from "#ui/locale-formats.ts";

/** Its name, or when it was created: to the second, because several may be created in a minute for comparison. */
export function nameOf(
  { name, createdAt }: Pick<CellAnalysis, "name" | "createdAt">,
  t: TFunction,
  language: string,
): string {
  if (name !== "") return name;
  const date = dateFormat(language, { dateStyle: "medium", timeStyle: "medium" }).format(new Date(createdAt));
  return t("cellAnalysis.unnamed", { date });
}
