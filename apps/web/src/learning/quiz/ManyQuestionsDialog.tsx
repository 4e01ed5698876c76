/** Adds several questions that are typed or pasted as plain text, with a preview; all or none are added. */
import { Alert, Modal, Stack, Textarea } from "@mantine/core";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { message } from "@parfocal/core/messages.ts";
import { MANY_QUESTIONS_MAX } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { parseTypedQuestions, type TypedQuestion } from "@parfocal/core/quiz/typed-questions.ts";
import { type FormEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { AddFormButtons } from "./AddFormButtons.tsx";
import styles from "./Quiz.module.css";
import { useCreateQuestions } from "./quiz-order.api.ts";
import { bodyOfTyped } from "./typed-question-body.ts";
import { useAddAttempt } from "./useAddAttempt.ts";
import { useUndoAdding } from "./useUndoAdding.ts";

interface ManyQuestionsDialogProps {
  readonly parentId: number;
  readonly typed: string;
  readonly onType: (typed: string) => void;
  readonly onClose: () => void;
}

const TEXT_MAX_CHARACTERS = 200_000;

export function ManyQuestionsDialog({ parentId, typed, onType, onClose }: ManyQuestionsDialogProps) {
  const { t } = useTranslation();
  const { questions, problems } = useMemo(() => parseTypedQuestions(typed, TITLE_MAX_CHARACTERS), [typed]);
  const create = useCreateQuestions();
  const offerUndo = useUndoAdding();
  const { add, isBusy, failure } = useAddAttempt(
    async (some: readonly TypedQuestion[], idempotencyKey) => {
      const body = { parentId, questions: some.map(bodyOfTyped) };
      const made = await create({ body, idempotencyKey });
      const ids = made.map(({ id }) => id);
      offerUndo(t("quiz.questionsAdded", { count: ids.length }), ids);
    },
    message("create.failed", { kind: "question" }),
  );
  const areTooMany = questions.length > MANY_QUESTIONS_MAX;
  const isReady = questions.length > 0 && problems.length === 0 && !areTooMany;
  async function handleSubmit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isReady || !(await add(questions))) return;
    onType("");
    onClose();
  }
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("quiz.addManyTitle")}
      size="xl"
      closeOnClickOutside={false}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form onSubmit={(event) => void handleSubmit(event)} noValidate>
        <Stack>
          <Textarea
            label={t("quiz.manyText")}
            description={t("quiz.manyHint")}
            placeholder={t("quiz.manyExample")}
            rows={10}
            resize="vertical"
            maxLength={TEXT_MAX_CHARACTERS}
            value={typed}
            onChange={(event) => onType(event.currentTarget.value)}
            data-autofocus
          />
          <div role="status">
            {areTooMany && <Alert color="yellow">{t("quiz.manyTooMany", { count: MANY_QUESTIONS_MAX })}</Alert>}
            {problems.length > 0 && (
              <Alert color="yellow">
                <strong>{t("quiz.manyProblems")}</strong>
                <ul className={styles.notes}>
                  {problems.slice(0, PROBLEMS_SHOWN).map(({ line, kind }) => (
                    <li key={`${line}-${kind}`}>{t("quiz.manyLine", { line, text: t(`quiz.manyProblem_${kind}`) })}</li>
                  ))}
                </ul>
                {problems.length > PROBLEMS_SHOWN && t("quiz.manyMore", { count: problems.length - PROBLEMS_SHOWN })}
              </Alert>
            )}
          </div>
          {questions.length > 0 && <TypedList questions={questions.slice(0, MANY_QUESTIONS_MAX)} />}
          <AddFormButtons failure={failure} isBusy={isBusy} isDisabled={!isReady} onClose={onClose} />
        </Stack>
      </form>
    </Modal>
  );
}

const PROBLEMS_SHOWN = 10;

/** The questions to be added. */
function TypedList({ questions }: { readonly questions: readonly TypedQuestion[] }) {
  const { t } = useTranslation();
  return (
    <section aria-label={t("quiz.manyFound", { count: questions.length })}>
      <h3 className={styles.sectionTitle}>{t("quiz.manyFound", { count: questions.length })}</h3>
      <ol className={styles.typed}>
        {questions.map(({ line, title, type, options, correctAnswer }) => (
          <li key={line}>
            {title}
            <small className={styles.hint}>
              {[
                t(`quiz.type_${type}`),
                ...(type === "short-answer" ? [] : [t("quiz.manyOptions", { count: options.length })]),
                ...(type !== "matching" && correctAnswer === "" && !options.some(({ isCorrect }) => isCorrect)
                  ? [t("quiz.manyNoKey")]
                  : []),
              ].join(" · ")}
            </small>
          </li>
        ))}
      </ol>
    </section>
  );
}
