/** The description of a case and its diagnosis, which starts collapsed if the teacher chose so. */
import { Button } from "@mantine/core";
import type { Case } from "@parfocal/core/case/case.contract.ts";
import { asRichText } from "@parfocal/core/rich-text/plain-text.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ContentBoxes } from "#box/ContentBoxes.tsx";
import { CustomFields } from "#custom-field/CustomFields.tsx";
import { useShownFields } from "#custom-field/item-fields.api.ts";
import { useSharedLink } from "#platform/shared-link.ts";
import { RichText } from "#rich-text/RichText.tsx";
import classes from "./CaseText.module.css";

export function CaseText({ shown }: { readonly shown: Case }) {
  const { t } = useTranslation();
  const { subtitle, summary, description, diagnosis, collapseDiagnosis } = shown;
  const [isDiagnosisShown, setDiagnosisShown] = useState(!collapseDiagnosis);
  const fields = useShownFields(shown.id, "case");
  const hasBoxes = useSharedLink() === null;
  const isEmpty =
    fields.length === 0 && [subtitle, summary, description, diagnosis].every((text) => text.trim() === "");
  return (
    <div className={classes.text}>
      {isEmpty && <p className={classes.quiet}>{t("case.noText")}</p>}
      {subtitle && <p className={classes.subtitle}>{subtitle}</p>}
      {summary && <p>{summary}</p>}
      {description && <RichText text={asRichText(description)} />}
      {diagnosis && (
        <section>
          <h3>{t("case.diagnosis")}</h3>
          {collapseDiagnosis && (
            <Button
              variant="default"
              size="sm"
              aria-expanded={isDiagnosisShown}
              onClick={() => setDiagnosisShown(!isDiagnosisShown)}
            >
              {isDiagnosisShown ? t("case.hideDiagnosis") : t("case.showDiagnosis")}
            </Button>
          )}
          <div aria-live="polite">{isDiagnosisShown && <RichText text={asRichText(diagnosis)} />}</div>
        </section>
      )}
      <CustomFields fields={fields} />
      {hasBoxes && <ContentBoxes id={shown.id} kind="case" isQuiet />}
    </div>
  );
}
