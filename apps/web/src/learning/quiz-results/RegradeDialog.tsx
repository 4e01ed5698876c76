/** After a change of the solution: previews the changed points, then applies all or none, with undo. */
import { Alert, Button, Group, Loader, Modal, Stack, Table, Text } from "@mantine/core";
import type { RegradePlan } from "@parfocal/core/quiz-results/quiz-results.contract.ts";
import i18next from "i18next";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { useScoreText } from "#quiz-attempt/useScoreText.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { formatQuantity } from "#ui/quantity-text.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import styles from "./QuizResults.module.css";
import { useRegrade, useRegradePlan } from "./quiz-results.api.ts";

interface RegradeDialogProps {
  readonly quizId: number;
  readonly onClose: () => void;
}

const textOf = (error: Error): string => ("codes" in error ? error.message : i18next.t("platform.failed"));

export function RegradeDialog({ quizId, onClose }: RegradeDialogProps) {
  const { t } = useTranslation();
  const { data: plan, error, refetch } = useRegradePlan(quizId);
  const regrade = useRegrade(quizId);
  const undo = (regradeId: string) =>
    mutateAlways(
      regrade,
      { undo: regradeId },
      {
        onSuccess({ attemptCount }) {
          onClose();
          showSuccess(t("quizResults.regradeUndone", { count: attemptCount }));
        },
        onError: (problem) => showProblem(textOf(problem)),
      },
    );
  const apply = ({ version }: RegradePlan) =>
    mutateAlways(
      regrade,
      { version },
      {
        onSuccess({ attemptCount, regradeId }) {
          onClose();
          showUndo(t("quizResults.regraded", { count: attemptCount }), t("ui.undo"), () => undo(regradeId));
        },
      },
    );
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t("quizResults.regradeTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack gap={16}>
        <p className={styles.text}>{t("quizResults.regradeText")}</p>
        {!plan && !error && <Loader size="sm" />}
        {!plan && error && (
          <Alert color="red" role="alert">
            <Text mb="xs">{textOf(error)}</Text>
            <Button size="sm" variant="default" onClick={() => void refetch()}>
              {t("ui.tryAgain")}
            </Button>
          </Alert>
        )}
        {plan?.lastRegrade && <LastRegrade last={plan.lastRegrade} onUndo={undo} />}
        {plan && <Changes plan={plan} />}
        {regrade.error && (
          <Alert color="red" role="alert">
            {textOf(regrade.error)}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t(plan && plan.changeCount === 0 ? "ui.close" : "ui.cancel")}
          </Button>
          {plan && plan.changeCount > 0 && (
            <Button loading={regrade.isPending} onClick={() => apply(plan)}>
              {t("quizResults.regradeNow", { count: plan.changeCount })}
            </Button>
          )}
        </Group>
      </Stack>
    </Modal>
  );
}

interface LastRegradeProps {
  readonly last: NonNullable<RegradePlan["lastRegrade"]>;
  readonly onUndo: (regradeId: string) => void;
}

function LastRegrade({ last: { regradeId, date, attemptCount }, onUndo }: LastRegradeProps) {
  const { t, i18n } = useTranslation();
  const format = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Alert color="blue">
      <Text size="sm" mb={8}>
        {t("quizResults.lastRegrade", { count: attemptCount, date: format.format(new Date(date)) })}
      </Text>
      <Button size="compact-md" variant="default" onClick={() => onUndo(regradeId)}>
        {t("ui.undo")}
      </Button>
    </Alert>
  );
}

function Changes({ plan: { attemptCount, changeCount, changes } }: { readonly plan: RegradePlan }) {
  const { t, i18n } = useTranslation();
  const scoreText = useScoreText();
  const difference = (value: number): string =>
    formatQuantity(value, i18n.language, { maximumFractionDigits: 2, signDisplay: "exceptZero" });
  const left = changeCount - changes.length;
  return (
    <>
      <Text role="status" fw={560}>
        {changeCount === 0
          ? t("quizResults.regradeNothing", { count: attemptCount })
          : t("quizResults.regradeCount", { changed: changeCount, count: attemptCount })}
      </Text>
      {changes.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be scrollable by keys
        <section className={styles.changes} aria-label={t("quizResults.regradeChanges")} tabIndex={0}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t("quizResults.column_name")}</Table.Th>
                <Table.Th scope="col">{t("quizResults.regradeBefore")}</Table.Th>
                <Table.Th scope="col">{t("quizResults.regradeAfter")}</Table.Th>
                <Table.Th scope="col">{t("quizResults.regradeDifference")}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changes.map(({ attemptId, name, attemptNo, before, after }) => (
                <Table.Tr key={attemptId}>
                  <Table.Th scope="row" className={styles.email}>
                    {attemptNo > 1 ? `${name}, ${t("quizResults.attemptNumber", { number: attemptNo })}` : name}
                  </Table.Th>
                  <Table.Td>{scoreText(before.score, before.maxScore)}</Table.Td>
                  <Table.Td>{scoreText(after.score, after.maxScore)}</Table.Td>
                  <Table.Td>{difference(Math.round((after.score - before.score) * 100) / 100)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      )}
      {left > 0 && <Text c="dimmed">{t("quizResults.regradeMore", { count: left })}</Text>}
    </>
  );
}
