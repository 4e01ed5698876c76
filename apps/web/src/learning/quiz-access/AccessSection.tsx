/**
 * Part of the quiz editor: number of attempts, opening times, access code, permitted browser and tools, and extra time.
 */
import { Alert, Button, Group, NumberInput, Stack, Switch, Text, TextInput } from "@mantine/core";
import {
  ACCESS_CODE_PATTERN,
  ATTEMPTS_MAX,
  CONFIG_KEY_PATTERN,
  GRACE_MAX_S,
  GRACE_S,
} from "@parfocal/core/quiz-access/access-rules.ts";
import type { QuizAccess } from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useDraft } from "#editor/useDraft.ts";
import { CallFailure } from "#ui/CallFailure.tsx";
import { dateOfField, fieldOfDate } from "#ui/site-dates.ts";
import { ExtraTimes } from "./ExtraTimes.tsx";
import styles from "./QuizAccess.module.css";
import { useQuizAccess, useUpdateAccess } from "./quiz-access.api.ts";

export function AccessSection({ quizId }: { readonly quizId: number }) {
  const { t } = useTranslation();
  const { data: access, error, refetch } = useQuizAccess(quizId);
  return (
    <section className={styles.section} aria-label={t("quizAccess.title")}>
      <h3 className={styles.sectionTitle}>{t("quizAccess.title")}</h3>
      {!access && error && <CallFailure error={error} onRetry={() => void refetch()} />}
      {access && <AccessForm access={access} />}
      {access && <ExtraTimes access={access} />}
    </section>
  );
}

const TOOLS = ["allowsMeasuring", "allowsColour", "showsAnnotations"] as const;

type Values = Pick<
  QuizAccess,
  "attemptsMax" | "openFrom" | "openUntil" | "graceS" | "accessCode" | "configKey" | (typeof TOOLS)[number]
>;

function AccessForm({ access }: { readonly access: QuizAccess }) {
  const { t } = useTranslation();
  const { quizId, attemptsMax, openFrom, openUntil, graceS, accessCode, configKey, timeZone } = access;
  const { allowsMeasuring, allowsColour, showsAnnotations } = access;
  const update = useUpdateAccess(quizId);
  const saved = useMemo<Values>(
    () => ({
      ...{ attemptsMax, openFrom, openUntil, graceS, accessCode, configKey },
      ...{ allowsMeasuring, allowsColour, showsAnnotations },
    }),
    [attemptsMax, openFrom, openUntil, graceS, accessCode, configKey, allowsMeasuring, allowsColour, showsAnnotations],
  );
  const draft = useDraft<Values>({
    name: `quiz-access-${quizId}`,
    saved,
    send: (changes) => update.mutateAsync(changes),
  });
  const { values, change } = draft;
  const isOrderWrong = values.openFrom !== null && values.openUntil !== null && values.openFrom >= values.openUntil;
  const isCodeWrong = !ACCESS_CODE_PATTERN.test(values.accessCode.trim());
  const isKeyWrong = !CONFIG_KEY_PATTERN.test(values.configKey.trim());
  return (
    <>
      <NumberFields values={values} onChange={change} />
      <div className={styles.row}>
        <TextInput
          type="datetime-local"
          step={1}
          label={t("quizAccess.openFrom")}
          value={fieldOfDate(values.openFrom)}
          onChange={(event) => change({ openFrom: dateOfField(event.currentTarget.value) })}
        />
        <TextInput
          type="datetime-local"
          step={1}
          label={t("quizAccess.openUntil")}
          error={isOrderWrong && t("quizAccess.datesInWrongOrder")}
          value={fieldOfDate(values.openUntil)}
          onChange={(event) => change({ openUntil: dateOfField(event.currentTarget.value) })}
        />
      </div>
      <p className={styles.hint}>{t("quizAccess.datesHint", { timeZone })}</p>
      <TextInput
        label={t("quizAccess.accessCode")}
        description={t("quizAccess.accessCodeHint")}
        error={isCodeWrong && t("quizAccess.accessCodeWrong")}
        autoComplete="off"
        maw={420}
        value={values.accessCode}
        onChange={(event) => change({ accessCode: event.currentTarget.value })}
      />
      <TextInput
        label={t("quizAccess.configKey")}
        description={t("quizAccess.configKeyHint")}
        error={isKeyWrong && t("quizAccess.configKeyWrong")}
        autoComplete="off"
        value={values.configKey}
        onChange={(event) => change({ configKey: event.currentTarget.value })}
      />
      <ToolSwitches values={values} onChange={change} />
      {draft.failure && (
        <Alert color="red" role="alert">
          {draft.failure.message}
        </Alert>
      )}
      <Group gap="xs">
        <Button
          variant="default"
          disabled={!draft.isDirty || isOrderWrong || isCodeWrong || isKeyWrong}
          loading={draft.state === "saving"}
          onClick={() => void draft.save()}
        >
          {t("quizAccess.save")}
        </Button>
        {draft.isDirty && (
          <Button variant="subtle" onClick={draft.discard}>
            {t("quizAccess.discard")}
          </Button>
        )}
        <Text component="span" role="status" size="sm" c="dimmed">
          {draft.state === "saved" && t("quizAccess.saved")}
        </Text>
      </Group>
    </>
  );
}

interface FieldsProps<Name extends keyof Values> {
  readonly values: Pick<Values, Name>;
  readonly onChange: (changes: Partial<Values>) => void;
}

function NumberFields({ values: { attemptsMax, graceS }, onChange }: FieldsProps<"attemptsMax" | "graceS">) {
  const { t } = useTranslation();
  return (
    <>
      <NumberInput
        label={t("quizAccess.attemptsMax")}
        description={t("quizAccess.attemptsMaxHint")}
        min={1}
        max={ATTEMPTS_MAX}
        allowDecimal={false}
        maw={240}
        value={attemptsMax ?? ""}
        onChange={(count) => onChange({ attemptsMax: Number(count) >= 1 ? Number(count) : null })}
      />
      <NumberInput
        label={t("quizAccess.graceS")}
        description={t("quizAccess.graceSHint", { most: GRACE_MAX_S })}
        min={0}
        max={GRACE_MAX_S}
        clampBehavior="strict"
        allowDecimal={false}
        allowNegative={false}
        maw={420}
        value={graceS}
        onChange={(seconds) => onChange({ graceS: seconds === "" ? GRACE_S : Number(seconds) })}
      />
    </>
  );
}

function ToolSwitches({ values, onChange }: FieldsProps<(typeof TOOLS)[number]>) {
  const { t } = useTranslation();
  return (
    <Stack gap={10} role="group" aria-label={t("quizAccess.tools")}>
      <Text component="span" size="sm" fw={500}>
        {t("quizAccess.tools")}
      </Text>
      {TOOLS.map((name) => (
        <Switch
          key={name}
          label={t(`quizAccess.${name}`)}
          description={name === "showsAnnotations" && t("quizAccess.showsAnnotationsHint")}
          checked={values[name]}
          onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
        />
      ))}
    </Stack>
  );
}
