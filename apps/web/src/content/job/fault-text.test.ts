import type { Job } from "@parfocal/core/job/job.contract.ts";
import i18next from "i18next";
import { beforeAll, describe, expect, it } from "vitest";
import { faultText } from "./fault-text.ts";
import { jobDe } from "./job.de.ts";
import { jobEn } from "./job.en.ts";

const DETAIL = "This file is damaged: strip 3 ends early.";

const cases: [language: "en" | "de", job: Pick<Job, "error" | "fileFault">, expected: string | null][] = [
  ["en", { error: DETAIL, fileFault: "damaged" }, DETAIL],
  ["de", { error: DETAIL, fileFault: "damaged" }, `Die Datei ist beschädigt. (Auf Englisch: ${DETAIL})`],
  ["en", { error: null, fileFault: "damaged" }, "The file is damaged."],
  ["de", { error: null, fileFault: "damaged" }, "Die Datei ist beschädigt."],
  ["de", { error: "The disk is full.", fileFault: null }, "The disk is full."],
  ["en", { error: null, fileFault: null }, null],
];

describe("why a file could not be converted to a slide", () => {
  beforeAll(async () => {
    const resources = { en: { translation: { job: jobEn } }, de: { translation: { job: jobDe } } };
    await i18next.init({ lng: "en", resources, interpolation: { escapeValue: false } });
  });
  for (const [language, job, expected] of cases) {
    it(`${language}, ${job.fileFault ?? "unknown file problem"}, ${job.error ?? "no message"}: ${expected}`, () => {
      expect(faultText(i18next.getFixedT(language), language, job)).toBe(expected);
    });
  }
});
