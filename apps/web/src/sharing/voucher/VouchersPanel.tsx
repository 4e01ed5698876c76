/** The vouchers of the site: generated, found, downloaded, printed, deleted. */
import { Badge, Button, Group, Pagination, Select, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { VOUCHERS_A_PAGE, type Voucher } from "@parfocal/core/voucher/voucher.contract.ts";
import { VOUCHER_STATUSES, type VoucherStatus } from "@parfocal/core/voucher/voucher-status.ts";
import {
  IconDownload,
  IconListSearch,
  IconPlugConnectedX,
  IconPlus,
  IconPrinter,
  IconSearch,
  IconTicket,
} from "@tabler/icons-react";
import { useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import { mutateAlways } from "#platform/mutate-always.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { readableDate } from "#ui/site-dates.ts";
import { useIdInAddress } from "#ui/useIdInAddress.ts";
import { GenerateVouchersDialog } from "./GenerateVouchersDialog.tsx";
import { saveCodes } from "./save-codes.ts";
import styles from "./Voucher.module.css";
import { CARDS_MAX, VoucherCards } from "./VoucherCards.tsx";
import { useDeleteVoucher, useFetchVoucherCodes, useVouchers, type VoucherQuery } from "./voucher.api.ts";

const SEARCH_PAUSE_MS = 250;
const FIRST_QUERY: VoucherQuery = { q: "", status: null, batch: null, group: null, page: 1 };
const STATUS_COLOURS: Readonly<Record<VoucherStatus, string>> = {
  active: "teal",
  used: "gray",
  disabled: "red",
  expired: "amber",
};

export function VouchersPanel() {
  const { t } = useTranslation();
  const [query, setQuery] = useState({ ...FIRST_QUERY, group: useIdInAddress("group") });
  const [text, setText] = useState("");
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS);
  const [isGenerating, setGenerating] = useState(false);
  const [cards, setCards] = useState<readonly string[] | null>(null);
  const endPrinting = useCallback(() => setCards(null), []);
  const { data, isError, refetch } = useVouchers({ ...query, q });
  const change = (changes: Partial<VoucherQuery>) => setQuery((before) => ({ ...before, page: 1, ...changes }));
  if (isError)
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("voucher.failedTitle")}
        text={t("voucher.failedText")}
        isAlert
        isWholePage={false}
      >
        <Button onClick={() => void refetch()}>{t("ui.tryAgain")}</Button>
      </StateMessage>
    );
  if (!data) return <PageSkeleton />;
  const { vouchers, total } = data;
  const isFiltered = q !== "" || query.status !== null || query.batch !== null || query.group !== null;
  return (
    <section className={styles.screen} aria-label={t("voucher.section")}>
      <div className={styles.head}>
        <TextInput
          type="search"
          className={styles.search}
          label={t("voucher.search")}
          description={t("voucher.searchHint")}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            change({});
          }}
        />
        <Select
          label={t("voucher.status")}
          placeholder={t("voucher.anyStatus")}
          clearable
          data={VOUCHER_STATUSES.map((value) => ({ value, label: t(`voucher.status_${value}`) }))}
          value={query.status}
          onChange={(status) => change({ status: status as VoucherStatus | null })}
        />
        <Button
          className={styles.generate}
          leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
          onClick={() => setGenerating(true)}
        >
          {t("voucher.generate")}
        </Button>
      </div>
      <div className={styles.tools}>
        <Text c="dimmed" role="status">
          {t("voucher.count", { count: total })}
        </Text>
        {query.batch !== null && (
          <Button size="compact-sm" variant="light" onClick={() => change({ batch: null })}>
            {t("voucher.allBatches")}
          </Button>
        )}
        {query.group !== null && (
          <Button size="compact-sm" variant="light" onClick={() => change({ group: null })}>
            {t("voucher.allGroups")}
          </Button>
        )}
        {total > 0 && query.group === null && <CodeTools batch={query.batch} onPrint={setCards} />}
      </div>
      {vouchers.length === 0 ? (
        <StateMessage
          icon={isFiltered ? IconListSearch : IconTicket}
          title={t(isFiltered ? "voucher.nothingTitle" : "voucher.emptyTitle")}
          text={t(isFiltered ? "voucher.nothingText" : "voucher.emptyText")}
          isWholePage={false}
        />
      ) : (
        <ul className={styles.list}>
          {vouchers.map((voucher) => (
            <VoucherRow key={voucher.id} voucher={voucher} onBatch={(batch) => change({ batch })} />
          ))}
        </ul>
      )}
      {total > VOUCHERS_A_PAGE && (
        <Pagination
          total={Math.ceil(total / VOUCHERS_A_PAGE)}
          value={query.page}
          onChange={(page) => change({ page })}
          aria-label={t("voucher.pages")}
        />
      )}
      {isGenerating && <GenerateVouchersDialog onPrint={setCards} onClose={() => setGenerating(false)} />}
      {cards && <VoucherCards codes={cards} onPrinted={endPrinting} />}
    </section>
  );
}

interface CodeToolsProps {
  /** Null: all batches. */
  readonly batch: number | null;
  readonly onPrint: (codes: readonly string[]) => void;
}

/** The active codes of the list, as a file or as cards. */
function CodeTools({ batch, onPrint }: CodeToolsProps) {
  const { t } = useTranslation();
  const fetchCodes = useFetchVoucherCodes();
  const print = (codes: readonly string[]) =>
    codes.length > CARDS_MAX ? showProblem(t("voucher.tooManyCards", { count: CARDS_MAX })) : onPrint(codes);
  return (
    <Group gap="xs">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconDownload size={16} stroke={1.5} aria-hidden />}
        loading={fetchCodes.isPending}
        onClick={() => fetchCodes.mutate(batch, { onSuccess: saveCodes })}
      >
        {t("voucher.download")}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPrinter size={16} stroke={1.5} aria-hidden />}
        loading={fetchCodes.isPending}
        onClick={() => fetchCodes.mutate(batch, { onSuccess: print })}
      >
        {t("voucher.print")}
      </Button>
    </Group>
  );
}

interface VoucherRowProps {
  readonly voucher: Voucher;
  readonly onBatch: (batch: number) => void;
}

function VoucherRow({ voucher, onBatch }: VoucherRowProps) {
  const { t, i18n } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const remove = useDeleteVoucher();
  const { id, code, status, expirationDate, accountExpirationDate, user, group, batch } = voucher;
  const dateOf = (date: string) => readableDate(date, i18n.language);
  const facts = [
    status === "used" && (user ? t("voucher.usedBy", { ...user }) : t("voucher.deletedPerson")),
    status !== "used" && expirationDate !== null && t("voucher.until", { date: dateOf(expirationDate) }),
    accountExpirationDate !== null && t("voucher.accountUntil", { date: dateOf(accountExpirationDate) }),
    group && t("voucher.into", { group: group.title }),
  ];
  return (
    <li className={styles.voucher}>
      <div className={styles.facts}>
        <Text className={styles.code}>{code}</Text>
        <Group gap="xs">
          <Badge variant="light" color={STATUS_COLOURS[status]}>
            {t(`voucher.status_${status}`)}
          </Badge>
          <Text size="sm" c="dimmed">
            {facts.filter(Boolean).join(" · ")}
          </Text>
        </Group>
      </div>
      <Group gap="xs">
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${t("voucher.batch", { number: batch })}: ${t("voucher.onlyBatch", { number: batch })}`}
          onClick={() => onBatch(batch)}
        >
          {t("voucher.batch", { number: batch })}
        </Button>
        {status === "active" && !isAsking && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t("voucher.deleteNamed", { code })}
            onClick={() => setAsking(true)}
          >
            {t("voucher.delete")}
          </Button>
        )}
      </Group>
      {isAsking && (
        <Group role="alert" gap="xs">
          <Text size="sm">{t("voucher.deleteAsk", { code })}</Text>
          <Button variant="default" autoFocus onClick={() => setAsking(false)}>
            {t("voucher.cancel")}
          </Button>
          <Button
            color="red"
            loading={remove.isPending}
            onClick={() =>
              mutateAlways(remove, id, {
                onSuccess: () => showSuccess(t("voucher.deleted")),
                onSettled: () => setAsking(false),
              })
            }
          >
            {t("voucher.delete")}
          </Button>
        </Group>
      )}
    </li>
  );
}
