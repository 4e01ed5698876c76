import { ActionIcon, Table, Text } from "@mantine/core";
import { countryName } from "@parfocal/core/custom-field/country-codes.ts";
import type { Registrations } from "@parfocal/core/enrollment/enrollment.contract.ts";
import { IconTrash } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { dateFormat } from "#ui/locale-formats.ts";
import styles from "./Enrollment.module.css";
import { RemoveRegistrationDialog } from "./RemoveRegistrationDialog.tsx";

type Row = Registrations["registrations"][number];

interface RegistrationTableProps {
  readonly formId: number;
  readonly data: Registrations;
}

/** A row per person, a column per field; in a narrow window it scrolls horizontally. */
export function RegistrationTable({ formId, data: { fields, registrations } }: RegistrationTableProps) {
  const { t } = useTranslation();
  const [leaving, setLeaving] = useState<Row | null>(null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways must be scrollable by keys
    <section className={styles.tableFrame} aria-label={t("enrollment.registrations")} tabIndex={0}>
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t("enrollment.columnName")}</Table.Th>
            <Table.Th scope="col">{t("enrollment.columnWhen")}</Table.Th>
            {fields.map(({ id, title, isCurrent }) => (
              <Table.Th key={id} scope="col">
                {isCurrent ? title : t("enrollment.formerField", { title })}
              </Table.Th>
            ))}
            <Table.Th scope="col">{t("enrollment.columnGroup")}</Table.Th>
            <Table.Th scope="col">{t("enrollment.columnActions")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {registrations.map((row) => (
            <RegistrationRow key={row.userId} row={row} fields={fields} onRemove={() => setLeaving(row)} />
          ))}
        </Table.Tbody>
      </Table>
      {leaving && <RemoveRegistrationDialog formId={formId} row={leaving} onClose={() => setLeaving(null)} />}
    </section>
  );
}

interface RegistrationRowProps {
  readonly row: Row;
  readonly fields: Registrations["fields"];
  readonly onRemove: () => void;
}

function RegistrationRow({ row, fields, onRemove }: RegistrationRowProps) {
  const { t, i18n } = useTranslation();
  const { userId, name, email, registeredAt, answers, groupTitle, isMember } = row;
  const date = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  const group = () => {
    if (groupTitle === null) return t("enrollment.groupGone");
    return isMember ? groupTitle : t("enrollment.notInGroup", { group: groupTitle });
  };
  return (
    <Table.Tr key={userId}>
      <Table.Th scope="row">
        {name}
        <Text size="sm" c="dimmed" className={styles.email}>
          {email}
        </Text>
      </Table.Th>
      <Table.Td>{date.format(new Date(registeredAt))}</Table.Td>
      {fields.map(({ id, type }, place) => {
        const answer = answers[place] ?? null;
        return (
          <Table.Td key={id}>
            {answer === null && <Text c="dimmed">{t("enrollment.notAsked")}</Text>}
            {answer !== null && (type === "country" ? countryName(answer, i18n.language) : answer)}
          </Table.Td>
        );
      })}
      <Table.Td>{group()}</Table.Td>
      <Table.Td>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("enrollment.remove", { name })}
          onClick={onRemove}
        >
          <IconTrash size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  );
}
