import { Switch, TextInput } from "@mantine/core";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { asRichText } from "@parfocal/core/rich-text/plain-text.ts";
import { useTranslation } from "react-i18next";
import { RichTextField } from "#rich-text/RichTextField.tsx";
import classes from "./ArrangePanel.module.css";
import type { CaseTexts } from "./arrange-draft.ts";

const ROWS = 3;

interface ArrangeTextsProps {
  readonly texts: CaseTexts;
  readonly onChange: (change: Partial<CaseTexts>) => void;
}

/** Description of the case, and whether its diagnosis starts collapsed. */
export function ArrangeTexts({ texts, onChange }: ArrangeTextsProps) {
  const { t } = useTranslation();
  const { title, subtitle, description, diagnosis, collapseDiagnosis } = texts;
  return (
    <section className={classes.texts}>
      <TextInput
        label={t("case.fieldTitle")}
        required
        maxLength={TITLE_MAX_CHARACTERS}
        error={title.trim() === "" && t("case.titleMissing")}
        value={title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <TextInput
        label={t("case.fieldSubtitle")}
        maxLength={TITLE_MAX_CHARACTERS}
        value={subtitle}
        onChange={(event) => onChange({ subtitle: event.currentTarget.value })}
      />
      <RichTextField
        label={t("case.fieldDescription")}
        minRows={ROWS}
        value={asRichText(description)}
        onChange={(html) => onChange({ description: html })}
      />
      <RichTextField
        label={t("case.diagnosis")}
        minRows={ROWS}
        value={asRichText(diagnosis)}
        onChange={(html) => onChange({ diagnosis: html })}
      />
      <Switch
        label={t("case.fieldCollapse")}
        checked={collapseDiagnosis}
        onChange={(event) => onChange({ collapseDiagnosis: event.currentTarget.checked })}
      />
    </section>
  );
}
