/** Generates a batch of vouchers, and offers its codes. */
import { Alert, Button, Group, Modal, NumberInput, Select, Stack, Text, TextInput } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { VOUCHER_BATCH_MAX, VOUCHER_PREFIX_MAX_CHARACTERS } from "@parfocal/core/voucher/voucher.contract.ts";
import { IconDownload, IconPrinter } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { dateOfField, fieldOfDate } from "#ui/site-dates.ts";
import { useUserGroups } from "#user-group/user-group.api.ts";
import { saveCodes } from "./save-codes.ts";
import { CARDS_MAX } from "./VoucherCards.tsx";
import { useCreateVouchers } from "./voucher.api.ts";

/** Number offered initially; others are found by typing. */
const GROUPS_AT_ONCE = 50;
const FIRST_NUMBER = 10;

interface GenerateVouchersDialogProps {
  readonly onPrint: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}

export function GenerateVouchersDialog({ onPrint, onClose }: GenerateVouchersDialogProps) {
  const { t } = useTranslation();
  const create = useCreateVouchers();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("voucher.generate")}
      closeButtonProps={{ "aria-label": t("voucher.close") }}
    >
      {create.data ? (
        <MadeCodes codes={create.data.codes} onPrint={onPrint} onClose={onClose} />
      ) : (
        <GenerateForm create={create} />
      )}
    </Modal>
  );
}

interface MadeCodesProps extends GenerateVouchersDialogProps {
  readonly codes: readonly string[];
}

function MadeCodes({ codes, onPrint, onClose }: MadeCodesProps) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Text fw={600} role="status">
        {t("voucher.madeTitle", { count: codes.length })}
      </Text>
      <Text>{t("voucher.madeText")}</Text>
      <Group>
        <Button
          data-autofocus
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
          onClick={() => saveCodes(codes)}
        >
          {t("voucher.download")}
        </Button>
        {codes.length <= CARDS_MAX && (
          <Button
            variant="default"
            leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
            onClick={() => onPrint(codes)}
          >
            {t("voucher.print")}
          </Button>
        )}
        <Button variant="subtle" onClick={onClose}>
          {t("voucher.close")}
        </Button>
      </Group>
    </Stack>
  );
}

const DATE_PROBLEMS = {
  expirationInPast: "expirationDate",
  accountExpirationInPast: "accountExpirationDate",
  accountExpiresBeforeCode: "accountExpirationDate",
} as const;
type DateProblem = keyof typeof DATE_PROBLEMS;

function GenerateForm({ create }: { readonly create: ReturnType<typeof useCreateVouchers> }) {
  const { t } = useTranslation();
  const { data: groups, isError } = useUserGroups();
  const [count, setCount] = useState<number | string>(FIRST_NUMBER);
  const [dates, setDates] = useState<Record<"expirationDate" | "accountExpirationDate", string | null>>({
    expirationDate: null,
    accountExpirationDate: null,
  });
  const [prefix, setPrefix] = useState("");
  const [groupId, setGroupId] = useState<string | null>(null);
  const isCountRight = typeof count === "number" && Number.isInteger(count) && count >= 1 && count <= VOUCHER_BATCH_MAX;
  const isPrefixRight = /^[a-z0-9]*$/i.test(prefix.trim());
  const { error } = create;
  const problem =
    error instanceof AppError ? error.codes.find((code): code is DateProblem => code in DATE_PROBLEMS) : undefined;

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isCountRight || !isPrefixRight || create.isPending) return;
    create.mutate(
      { count, ...dates, prefix: prefix.trim(), userGroupId: groupId === null ? null : Number(groupId) },
      { onSuccess: () => showSuccess(t("voucher.generated")) },
    );
  }
  const dateField = (name: keyof typeof dates) => (
    <TextInput
      type="datetime-local"
      step={1}
      label={t(`voucher.${name}`)}
      description={t(`voucher.${name}Hint`)}
      error={problem !== undefined && DATE_PROBLEMS[problem] === name && t(`voucher.${problem}`)}
      value={fieldOfDate(dates[name])}
      onChange={(event) => {
        const date = dateOfField(event.currentTarget.value);
        setDates((before) => ({ ...before, [name]: date }));
        create.reset();
      }}
    />
  );

  return (
    <form noValidate onSubmit={handleSubmit}>
      <Stack>
        <NumberInput
          data-autofocus
          label={t("voucher.number")}
          description={t("voucher.numberHint", { count: VOUCHER_BATCH_MAX })}
          min={1}
          max={VOUCHER_BATCH_MAX}
          allowDecimal={false}
          clampBehavior="none"
          value={count}
          onChange={setCount}
          error={!isCountRight && t("voucher.numberWrong", { count: VOUCHER_BATCH_MAX })}
        />
        {dateField("expirationDate")}
        {dateField("accountExpirationDate")}
        <Select
          label={t("voucher.group")}
          description={t("voucher.groupHint")}
          placeholder={t("voucher.groupNone")}
          searchable
          clearable
          limit={GROUPS_AT_ONCE}
          nothingFoundMessage={t("voucher.groupNothing")}
          error={isError && t("voucher.groupsFailed")}
          data={(groups ?? []).map(({ id, title }) => ({ value: String(id), label: title }))}
          value={groupId}
          onChange={setGroupId}
        />
        <TextInput
          label={t("voucher.prefix")}
          description={t("voucher.prefixHint")}
          maxLength={VOUCHER_PREFIX_MAX_CHARACTERS}
          error={!isPrefixRight && t("voucher.prefixWrong")}
          value={prefix}
          onChange={(event) => setPrefix(event.currentTarget.value)}
        />
        <div role="alert">
          {error && problem === undefined && (
            <Alert color="red">{error instanceof AppError ? error.message : t("platform.failed")}</Alert>
          )}
        </div>
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending}>
            {t("voucher.generateSubmit")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
