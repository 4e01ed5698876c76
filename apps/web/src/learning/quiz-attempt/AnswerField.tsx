/** Answer input of a question, by type. */
import { Checkbox, Input, Radio, Stack, Textarea } from "@mantine/core";
import { ANSWER_MAX_CHARACTERS } from "@parfocal/core/quiz/question-limits.ts";
import { useTranslation } from "react-i18next";
import type { AnswerFieldProps } from "./answer-field-props.ts";
import { chosenOptions, toggled } from "./choices.ts";
import { MarksAnswer } from "./MarksAnswer.tsx";
import { MatchingAnswer } from "./MatchingAnswer.tsx";

const ignore = () => {};

export function AnswerField({ question, currentAnswer, isFinal, answerLabel, onChange }: AnswerFieldProps) {
  const { t } = useTranslation();
  const { title, questionType, quizAnswerOptions } = question;
  const answer = currentAnswer?.answer;
  switch (questionType) {
    case "short-answer":
      return (
        <Textarea
          label={answerLabel ?? t("quizAttempt.yourAnswer")}
          autosize
          minRows={2}
          maxLength={ANSWER_MAX_CHARACTERS}
          value={typeof answer === "string" ? answer : ""}
          readOnly={isFinal}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case "multiple-choice":
      return (
        <Radio.Group
          label={t("quizAttempt.chooseOne")}
          value={typeof answer === "string" ? answer : null}
          onChange={isFinal ? ignore : onChange}
        >
          <Stack gap={10} mt={8}>
            {quizAnswerOptions.map(({ id, label, option }) => (
              <Radio key={id} value={id} label={`${label}. ${option}`} aria-disabled={isFinal || undefined} />
            ))}
          </Stack>
        </Radio.Group>
      );
    case "multiple-answer": {
      const chosen = chosenOptions(answer);
      return (
        <Stack gap={10} role="group" aria-label={`${title}: ${t("quizAttempt.chooseAll")}`}>
          <Input.Label labelElement="div">{t("quizAttempt.chooseAll")}</Input.Label>
          {quizAnswerOptions.map(({ id, label, option }) => (
            <Checkbox
              key={id}
              label={`${label}. ${option}`}
              checked={chosen.includes(id)}
              aria-disabled={isFinal || undefined}
              onChange={isFinal ? ignore : () => onChange(toggled(chosen, id))}
            />
          ))}
        </Stack>
      );
    }
    case "matching":
      return <MatchingAnswer question={question} currentAnswer={currentAnswer} isFinal={isFinal} onChange={onChange} />;
    case "annotation":
      return <MarksAnswer currentAnswer={currentAnswer} isFinal={isFinal} onChange={onChange} />;
  }
}
