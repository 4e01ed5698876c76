/** German texts of jobs on files. */
import type { jobEn } from "./job.en.ts";

export const jobDe: Record<keyof typeof jobEn, string> = {
  fault_notASlide: "Diese Datei ist kein lesbares Präparat oder Bild.",
  fault_unsupported: "Dieses Dateiformat wird nicht unterstützt.",
  fault_truncated: "Die Datei ist unvollständig.",
  fault_damaged: "Die Datei ist beschädigt.",
  fault_tooLarge: "Die Datei ist zu groß.",
  faultWithDetail: "{{fault}} (Auf Englisch: {{detail}})",
};
