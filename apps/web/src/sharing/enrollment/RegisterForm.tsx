/** The fields of a form, to fill in and submit. */
import { Alert, Button } from "@mantine/core";
import type { EnrollmentForm } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { type AnswerProblem, answerProblems } from "@parfocal/core/enrollment/enrollment-form.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { useSession } from "#platform/session.tsx";
import { AnswerField } from "./AnswerField.tsx";
import styles from "./Enrollment.module.css";
import { useEnroll } from "./enrollment.api.ts";
import { keepAnswers, readStoredAnswers } from "./stored-answers.ts";

const PROBLEM_TEXTS = {
  empty: "enrollment.answerEmpty",
  tooLong: "enrollment.answerTooLong",
  notAnOption: "enrollment.answerNotAnOption",
  notACountry: "enrollment.answerNotACountry",
} as const satisfies Record<AnswerProblem, string>;

const elementId = (fieldId: string): string => `answer-${fieldId}`;

export function RegisterForm({ form, isGuest }: { readonly form: EnrollmentForm; readonly isGuest: boolean }) {
  const { t } = useTranslation();
  const { site, user } = useSession();
  const { register, lookAgain } = useEnroll(form.id);
  const key = `${site.id}-${user?.id ?? 0}-${form.id}`;
  const [answers, setAnswers] = useState(() => readStoredAnswers(key));
  const [wasSubmitted, setSubmitted] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  /** Sent again after a lost response, it is the same action. */
  const attempt = useRef({ sent: "", key: "" });
  const isUnderWay = useRef(false);
  useEffect(() => keepAnswers(key, answers), [key, answers]);

  const given = form.fields.map(({ id }) => ({ id, value: answers[id] ?? "" }));
  const problems = answerProblems(form.fields, given);
  const isIncomplete = [...problems.values()].includes("empty");

  async function send(): Promise<void> {
    const sent = JSON.stringify(given);
    if (attempt.current.sent !== sent) attempt.current = { sent, key: newIdempotencyKey() };
    isUnderWay.current = true;
    setBusy(true);
    setFailure(null);
    try {
      await register(given, attempt.current.key);
      keepAnswers(key, {});
    } catch (error) {
      const isUserError = error instanceof AppError && error.kind === "invalid";
      setFailure(isUserError ? error.message : t("enrollment.failed"));
      if (error instanceof AppError) await lookAgain();
    } finally {
      isUnderWay.current = false;
      setBusy(false);
    }
  }
  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (isUnderWay.current || isGuest) return;
    setSubmitted(true);
    const [firstWrong] = problems.keys();
    if (firstWrong === undefined) void send();
    else document.getElementById(elementId(firstWrong))?.focus();
  }

  const said = wasSubmitted && isIncomplete ? t("enrollment.required") : failure;
  return (
    <form onSubmit={handleSubmit} noValidate>
      <fieldset className={styles.answers} disabled={isGuest} aria-label={form.title}>
        {form.fields.length === 0 && <p className={styles.hint}>{t("enrollment.nothingAsked")}</p>}
        {form.fields.map((field) => {
          const problem = problems.get(field.id);
          return (
            <AnswerField
              key={field.id}
              field={field}
              id={elementId(field.id)}
              value={answers[field.id] ?? ""}
              error={wasSubmitted && problem !== undefined && t(PROBLEM_TEXTS[problem])}
              onChange={(value) => setAnswers((now) => ({ ...now, [field.id]: value }))}
            />
          );
        })}
        <div role="alert">{said && <Alert color="red">{said}</Alert>}</div>
        <div>
          <Button type="submit" size="md" loading={isBusy}>
            {t("enrollment.register")}
          </Button>
        </div>
      </fieldset>
    </form>
  );
}
