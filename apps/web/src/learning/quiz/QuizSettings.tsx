/** Settings for taking and evaluating a quiz. */
import { NumberInput, Select, Switch, TextInput } from "@mantine/core";
import { settledEvaluation, TIMER_DURATION_MAX_S } from "@parfocal/core/quiz/quiz-rules.ts";
import { EMAIL_MAX_CHARACTERS } from "@parfocal/core/work-group/email-address.ts";
import { useTranslation } from "react-i18next";
import { useUserGroups } from "#user-group/user-group.api.ts";
import styles from "./Quiz.module.css";
import type { QuizValues } from "./quiz-values.ts";

const SECONDS_PER_MINUTE = 60;
const PERCENT = 100;

interface QuizSettingsProps {
  readonly values: QuizValues;
  readonly isEmailWrong: boolean;
  readonly onChange: (change: Partial<QuizValues>) => void;
}

const SWITCHES = [
  "isOrdered",
  "isOnOnePage",
  "isAutomaticallyNumbered",
  "isAnswerOptionShuffleEnabled",
  "isBlocked",
  "isAutoEvaluationEnabled",
] as const;
/** Enabled only while the quiz is evaluated automatically. */
const EVALUATION_SWITCHES = ["isSelftestEnabled", "hideSubmittedQuestions"] as const;

export function QuizSettings({ values, isEmailWrong, onChange }: QuizSettingsProps) {
  const { t } = useTranslation();
  const renderSwitch = (name: (typeof SWITCHES | typeof EVALUATION_SWITCHES)[number], isDisabled = false) => (
    <Switch
      key={name}
      label={t(`quiz.${name}`)}
      description={t(`quiz.${name}Hint`)}
      checked={values[name]}
      disabled={isDisabled}
      onChange={(event) => {
        const settled = settledEvaluation({ ...values, [name]: event.currentTarget.checked });
        const { isSelftestEnabled, hideSubmittedQuestions } = settled;
        onChange({ [name]: settled[name], isSelftestEnabled, hideSubmittedQuestions });
      }}
    />
  );
  return (
    <section className={styles.section} aria-label={t("quiz.settings")}>
      <h3 className={styles.sectionTitle}>{t("quiz.settings")}</h3>
      {SWITCHES.map((name) => renderSwitch(name, name === "isOnOnePage" && values.isOrdered))}
      {EVALUATION_SWITCHES.map((name) => renderSwitch(name, !values.isAutoEvaluationEnabled))}
      <NumberInput
        label={t("quiz.timer")}
        description={t("quiz.timerHint")}
        min={0}
        max={TIMER_DURATION_MAX_S / SECONDS_PER_MINUTE}
        decimalScale={2}
        maw={240}
        value={values.timerDuration === null ? "" : values.timerDuration / SECONDS_PER_MINUTE}
        onChange={(minutes) => {
          const seconds = Math.round(Number(minutes) * SECONDS_PER_MINUTE);
          onChange({ timerDuration: seconds > 0 ? seconds : null });
        }}
      />
      <TextInput
        label={t("quiz.notificationEmail")}
        description={t("quiz.notificationEmailHint")}
        type="email"
        maw={420}
        maxLength={EMAIL_MAX_CHARACTERS}
        value={values.notificationEmail}
        error={isEmailWrong && t("quiz.problem_notificationEmail")}
        onChange={(event) => onChange({ notificationEmail: event.currentTarget.value })}
      />
      <AssignUserTo groupId={values.assignUserTo} onChange={(assignUserTo) => onChange({ assignUserTo })} />
      <NumberInput
        label={t("quiz.consensus")}
        description={t("quiz.consensusHint")}
        min={0}
        max={PERCENT}
        suffix=" %"
        allowDecimal={false}
        maw={240}
        value={Math.round(values.consensusThreshold * PERCENT)}
        onChange={(percent) => {
          if (percent !== "") onChange({ consensusThreshold: Number(percent) / PERCENT });
        }}
      />
    </section>
  );
}

/** Number of user groups offered initially; others are found by typing. */
const OFFERED_AT_ONCE = 60;

interface AssignUserToProps {
  /** Null: none. */
  readonly groupId: number | null;
  readonly onChange: (groupId: number | null) => void;
}

/** The user group to which people who take the quiz are added. */
function AssignUserTo({ groupId, onChange }: AssignUserToProps) {
  const { t } = useTranslation();
  const { data: groups, isError } = useUserGroups();
  const offered = (groups ?? []).map(({ id, title }) => ({ value: String(id), label: title }));
  return (
    <Select
      label={t("quiz.assignUserTo")}
      description={t("quiz.assignUserToHint")}
      placeholder={t("quiz.assignUserToNone")}
      searchable
      clearable
      clearButtonProps={{ "aria-label": t("quiz.assignUserToClear") }}
      limit={OFFERED_AT_ONCE}
      nothingFoundMessage={t("quiz.nothingFound")}
      error={isError && t("quiz.findFailed")}
      maw={420}
      value={groupId === null ? null : String(groupId)}
      data={offered}
      onChange={(value) => onChange(value === null ? null : Number(value))}
    />
  );
}
