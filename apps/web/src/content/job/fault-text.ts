/** Why a file could not become a slide, in the user's language. */
import type { Job } from "@parfocal/core/job/job.contract.ts";
import type { TFunction } from "i18next";

/**
 * The server's message contains more, but is in English only: in other languages it follows the translated meaning.
 * People who do not manage content read the meaning only.
 *
 * @returns null: nothing is known.
 */
export function faultText(
  t: TFunction,
  language: string,
  { error, fileFault }: Pick<Job, "error" | "fileFault">,
): string | null {
  if (fileFault === null || (error !== null && language.startsWith("en"))) return error;
  const fault = t(`job.fault_${fileFault}`);
  return error === null ? fault : t("job.faultWithDetail", { fault, detail: error });
}
