/** Registrations of a form: searched, in pages, exported as a table, removed. */
import { Alert, Button, Pagination, Skeleton, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { REGISTRATIONS_PAGE_SIZE } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { IconDownload, IconSearch } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./Enrollment.module.css";
import { registrationsAddress, useRegistrations } from "./enrollment.api.ts";
import { RegistrationTable } from "./RegistrationTable.tsx";
import { REGISTRATIONS_HASH } from "./registrations-hash.ts";

const SEARCH_PAUSE_MS = 250;
const LOADING_HEIGHT_PX = 120;

interface RegistrationsProps {
  readonly id: number;
  readonly count: number;
  /** Whether the reader may see them. */
  readonly isAllowed: boolean;
}

export function Registrations({ id, count, isAllowed }: RegistrationsProps) {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // It is loaded after the page, so the browser did not find it initially.
    if (window.location.hash === `#${REGISTRATIONS_HASH}`) section.current?.scrollIntoView();
  }, []);
  return (
    <section ref={section} className={styles.section} aria-label={t("enrollment.registrations")}>
      <h3 className={styles.sectionTitle}>{t("enrollment.registrations")}</h3>
      {isAllowed ? (
        <Found id={id} count={count} />
      ) : (
        <Text c="dimmed">
          {count === 0
            ? t("enrollment.registrationsNone")
            : `${t("enrollment.registrationsCount", { count })} ${t("enrollment.registrationsOfOthers")}`}
        </Text>
      )}
    </section>
  );
}

function Found({ id, count }: Pick<RegistrationsProps, "id" | "count">) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState("");
  const [requestedPage, setPage] = useState(1);
  const [q] = useDebouncedValue(text.trim(), SEARCH_PAUSE_MS);
  const { data, isError, refetch } = useRegistrations(id, q, requestedPage);
  const pages = Math.max(1, Math.ceil((data?.total ?? 0) / REGISTRATIONS_PAGE_SIZE));
  // The last one of a page may have been removed.
  if (data && requestedPage > pages) setPage(pages);
  if (isError)
    return (
      <Alert color="red">
        <Text mb="xs">{t("enrollment.registrationsFailed")}</Text>
        <Button size="sm" variant="default" onClick={() => void refetch()}>
          {t("enrollment.retry")}
        </Button>
      </Alert>
    );
  if (!data) return <Skeleton height={LOADING_HEIGHT_PX} />;
  if (count === 0 && data.total === 0 && q === "") return <Text c="dimmed">{t("enrollment.registrationsNone")}</Text>;
  return (
    <>
      <div className={styles.bar}>
        <TextInput
          type="search"
          className={styles.search}
          aria-label={t("enrollment.search")}
          placeholder={t("enrollment.search")}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setPage(1);
          }}
        />
        <Button
          component="a"
          href={registrationsAddress(id, i18n.language)}
          download
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
        >
          {t("enrollment.save")}
        </Button>
      </div>
      <Text size="sm" c="dimmed" role="status">
        {t(q === "" ? "enrollment.registrationsCount" : "enrollment.registrationsFound", { count: data.total })}
      </Text>
      {data.total === 0 ? (
        <Text>{t("enrollment.registrationsNothing")}</Text>
      ) : (
        <RegistrationTable formId={id} data={data} />
      )}
      {pages > 1 && (
        <Pagination total={pages} value={requestedPage} onChange={setPage} aria-label={t("enrollment.pages")} />
      )}
    </>
  );
}
