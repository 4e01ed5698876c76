/** People and user groups with extra time for a quiz. */
import { ActionIcon, Alert, Button, NumberInput, SegmentedControl, Select } from "@mantine/core";
import { EXTRA_MINUTES_MAX, EXTRA_PERCENT_MAX } from "@parfocal/core/quiz-access/access-rules.ts";
import type { QuizAccess } from "@parfocal/core/quiz-access/quiz-access.contract.ts";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { mutateAlways } from "#platform/mutate-always.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { PersonField } from "#user-group/PersonField.tsx";
import { useUserGroups } from "#user-group/user-group.api.ts";
import styles from "./QuizAccess.module.css";
import { type ExtraTimeChange, useSetExtraTime } from "./quiz-access.api.ts";

type ExtraTimeRow = QuizAccess["extraTimes"][number];

/** The person or group of a row. */
const ofWhom = ({ userId, userGroupId }: ExtraTimeRow): ExtraTimeChange =>
  userId === null ? { userGroupId: userGroupId ?? 0 } : { userId };

export function ExtraTimes({ access: { quizId, extraTimes } }: { readonly access: QuizAccess }) {
  const { t } = useTranslation();
  const set = useSetExtraTime(quizId);
  const remove = (row: ExtraTimeRow) =>
    mutateAlways(set, ofWhom(row), {
      onSuccess: () =>
        showUndo(t("quizAccess.removed", { name: row.name }), t("quizAccess.undo"), () =>
          set.mutate({ ...ofWhom(row), minutes: row.minutes, percent: row.percent }),
        ),
    });
  return (
    <fieldset className={styles.extraTimes}>
      <legend className={styles.legend}>{t("quizAccess.extraTime")}</legend>
      <p className={styles.hint}>{t("quizAccess.extraTimeHint")}</p>
      {extraTimes.length === 0 ? (
        <p className={styles.hint}>{t("quizAccess.extraTimeNone")}</p>
      ) : (
        <ul className={styles.list}>
          {extraTimes.map((row) => (
            <li key={`${row.userId}-${row.userGroupId}`} className={styles.entry}>
              <span className={styles.name}>{row.name}</span>
              <span>
                {row.minutes === null
                  ? t("quizAccess.percent", { count: row.percent ?? 0 })
                  : t("quizAccess.minutes", { count: row.minutes })}
              </span>
              <ActionIcon
                variant="subtle"
                color="gray"
                size="lg"
                aria-label={t("quizAccess.remove", { name: row.name })}
                onClick={() => remove(row)}
              >
                <IconTrash size={18} stroke={1.5} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      <AddExtraTime key={extraTimes.length} set={set} />
      {set.error && (
        <Alert color="red" role="alert">
          {set.error.message}
        </Alert>
      )}
    </fieldset>
  );
}

const USUAL_PERCENT = 25;

function AddExtraTime({ set }: { readonly set: ReturnType<typeof useSetExtraTime> }) {
  const { t } = useTranslation();
  const [kind, setKind] = useState<"person" | "group">("person");
  const [whom, setWhom] = useState<number | null>(null);
  const [unit, setUnit] = useState<"minutes" | "percent">("percent");
  const [amount, setAmount] = useState<number | null>(USUAL_PERCENT);
  const add = () => {
    if (whom === null || amount === null) return;
    const of = kind === "person" ? { userId: whom } : { userGroupId: whom };
    set.mutate({ ...of, ...(unit === "minutes" ? { minutes: amount } : { percent: amount }) });
  };
  return (
    <div className={styles.add}>
      <SegmentedControl
        aria-label={t("quizAccess.for")}
        value={kind}
        data={[
          { value: "person", label: t("quizAccess.forPerson") },
          { value: "group", label: t("quizAccess.forGroup") },
        ]}
        onChange={(value) => {
          setKind(value as "person" | "group");
          setWhom(null);
        }}
      />
      <div className={styles.row}>
        <div className={styles.whom}>
          {kind === "person" ? (
            <PersonField label={t("quizAccess.forPerson")} onChange={setWhom} />
          ) : (
            <GroupField value={whom} onChange={setWhom} />
          )}
        </div>
        <NumberInput
          label={t("quizAccess.amount")}
          min={1}
          max={unit === "minutes" ? EXTRA_MINUTES_MAX : EXTRA_PERCENT_MAX}
          allowDecimal={false}
          w={110}
          value={amount ?? ""}
          onChange={(value) => setAmount(Number(value) >= 1 ? Number(value) : null)}
        />
        <Select
          label={t("quizAccess.unit")}
          allowDeselect={false}
          w={140}
          value={unit}
          data={(["percent", "minutes"] as const).map((value) => ({ value, label: t(`quizAccess.unit_${value}`) }))}
          onChange={(value) => value && setUnit(value)}
        />
      </div>
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
          disabled={whom === null || amount === null}
          loading={set.isPending}
          onClick={add}
        >
          {t("quizAccess.add")}
        </Button>
      </div>
    </div>
  );
}

/** Number of user groups offered initially; others are found by typing. */
const OFFERED_AT_ONCE = 60;

interface GroupFieldProps {
  readonly value: number | null;
  readonly onChange: (groupId: number | null) => void;
}

function GroupField({ value, onChange }: GroupFieldProps) {
  const { t } = useTranslation();
  const { data: groups = [], isError } = useUserGroups();
  return (
    <Select
      label={t("quizAccess.chooseGroup")}
      searchable
      clearable
      limit={OFFERED_AT_ONCE}
      error={isError && t("userGroup.loadFailed")}
      nothingFoundMessage={t("userGroup.groupFilterNone")}
      value={value === null ? null : String(value)}
      data={groups.map(({ id, title }) => ({ value: String(id), label: title }))}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
