/** On the start page of a quiz: the user's attempts and times, and the access code if one is required. */
import { List, TextInput } from "@mantine/core";
import type { QuizAllowance } from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import { useTranslation } from "react-i18next";
import { readableDate } from "#ui/site-dates.ts";

const SECONDS_PER_MINUTE = 60;

/** List items. */
export function AllowanceFacts({ allowance }: { readonly allowance: QuizAllowance }) {
  const { t, i18n } = useTranslation();
  const { attemptsMax, openUntil, timeZone, extraTime, isSafeExamBrowserRequired } = allowance;
  const left = allowance.attemptsLeft ?? 0;
  return (
    <>
      {attemptsMax !== null && <List.Item>{t("quizAccess.factAttempts", { count: left })}</List.Item>}
      {openUntil !== null && (
        <List.Item>
          {t("quizAccess.factOpenUntil", { date: readableDate(openUntil, i18n.language), timeZone })}
        </List.Item>
      )}
      {extraTime > 0 && (
        <List.Item>{t("quizAccess.factExtraTime", { count: Math.round(extraTime / SECONDS_PER_MINUTE) })}</List.Item>
      )}
      {isSafeExamBrowserRequired && <List.Item>{t("quizAccess.factSafeExamBrowser")}</List.Item>}
    </>
  );
}

/** Why no attempt can be started; undefined: it can. */
export function useAllowanceProblem(allowance: QuizAllowance | undefined): string | undefined {
  const { t, i18n } = useTranslation();
  if (!allowance?.problem) return undefined;
  const { problem, openFrom, openUntil, timeZone } = allowance;
  if (problem === "noAttemptsLeft") return t("quizAccess.problem_noAttemptsLeft");
  const date = readableDate((problem === "notOpenYet" ? openFrom : openUntil) ?? "", i18n.language);
  return t(`quizAccess.problem_${problem}`, { date, timeZone });
}

interface AccessCodeFieldProps {
  readonly value: string;
  readonly onChange: (code: string) => void;
}

export function AccessCodeField({ value, onChange }: AccessCodeFieldProps) {
  const { t } = useTranslation();
  return (
    <TextInput
      label={t("quizAccess.enterCode")}
      description={t("quizAccess.enterCodeHint")}
      autoComplete="off"
      autoCapitalize="characters"
      maw={320}
      maxLength={100}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
