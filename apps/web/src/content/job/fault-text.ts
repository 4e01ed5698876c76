/** Why a file could not become a slide, in the user's language. */
import type { Job } from "@parfocal/core/job/job.contract.ts";
import type { TFunction } from "i18next";

/**
 * The server's message is more detailed, but only in English: in other languages it follows the translated meaning.
 * People who are not content managers only see the meaning.
 *
 * @returns null if nothing is known.
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
