/** Grades that did not reach their learning platform, for administrators, with the reason. */
import { Button, Stack, Text, Title } from "@mantine/core";
import { UNSENT_GRADES_SHOWN, type UnsentGrade } from "@parfocal/core/lti/lti-grade.contract.ts";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import styles from "./Lti.module.css";
import { useSendGradesAgain, useUnsentGrades } from "./lti.api.ts";

export function UnsentGrades() {
  const { t } = useTranslation();
  const { data, isError, refetch } = useUnsentGrades();
  const sending = useSendGradesAgain();
  const send = (ids: readonly number[]) =>
    mutateAlways(sending, ids, {
      onSuccess: ({ count }) => showSuccess(t("lti.sendQueued", { count })),
      onError: () => showProblem(t("lti.sendFailed")),
    });
  return (
    <Stack gap="sm">
      <Title order={3}>{t("lti.gradesTitle")}</Title>
      {isError && !data && (
        <>
          <Text role="alert">{t("lti.gradesLoadFailed")}</Text>
          <Button variant="default" className={styles.action} onClick={() => void refetch()}>
            {t("ui.tryAgain")}
          </Button>
        </>
      )}
      {data && data.waiting > 0 && <Text>{t("lti.gradesWaiting", { count: data.waiting })}</Text>}
      {data && data.total === 0 && data.waiting === 0 && <Text c="dimmed">{t("lti.gradesNone")}</Text>}
      {data && data.total > 0 && (
        <>
          <Text c="dimmed">
            {t("lti.gradesTotal", { count: data.total })}
            {data.total > UNSENT_GRADES_SHOWN && ` · ${t("lti.gradesShown", { count: UNSENT_GRADES_SHOWN })}`}
          </Text>
          <ul className={styles.platforms} aria-label={t("lti.gradesTitle")}>
            {data.grades.map((grade) => (
              <GradeRow key={grade.id} grade={grade} isBusy={sending.isPending} onSend={() => send([grade.id])} />
            ))}
          </ul>
          {data.grades.length > 1 && (
            <Button
              variant="default"
              className={styles.action}
              loading={sending.isPending}
              onClick={() => send(data.grades.map(({ id }) => id))}
            >
              {t("lti.sendAllAgain")}
            </Button>
          )}
        </>
      )}
    </Stack>
  );
}

interface GradeRowProps {
  readonly grade: UnsentGrade;
  readonly isBusy: boolean;
  readonly onSend: () => void;
}

function GradeRow({ grade, isBusy, onSend }: GradeRowProps) {
  const { t, i18n } = useTranslation();
  const { person, quiz, platform, dueAt, reason, status } = grade;
  const dates = dateFormat(i18n.language, {
    dateStyle: "medium",
    timeStyle: "short",
  });
  return (
    <li className={styles.platform}>
      <div className={styles.what}>
        <span className={styles.name}>
          {person} · {quiz}
        </span>
        <span className={styles.facts}>
          {platform} · {dates.format(new Date(dueAt))}
        </span>
        <span className={styles.facts}>
          {t(`lti.grade_${reason}`)}
          {status !== null && ` (${t("lti.gradeStatus", { status })})`}
        </span>
      </div>
      <Button
        variant="default"
        disabled={isBusy}
        aria-label={t("lti.sendAgainNamed", { name: person, quiz })}
        onClick={onSend}
      >
        {t("lti.sendAgain")}
      </Button>
    </li>
  );
}
