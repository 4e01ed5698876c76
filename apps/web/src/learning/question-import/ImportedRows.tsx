/** The questions that a file adds, with lost details and skipped questions, each with its line. */
import { Table } from "@mantine/core";
import type { ImportedRow } from "@parfocal/core/question-import/question-import.contract.ts";
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import styles from "./QuestionImport.module.css";

export function ImportedRows({ rows }: { readonly rows: readonly ImportedRow[] }) {
  const { t } = useTranslation();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by keys
    <section className={styles.rows} tabIndex={0} aria-label={t("questionImport.rows")}>
      <Table stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("questionImport.line")}</Table.Th>
            <Table.Th>{t("questionImport.question")}</Table.Th>
            <Table.Th>{t("questionImport.result")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one line of a file can have several questions
            <Table.Tr key={`${place}:${row.line}`}>
              <Table.Td className={styles.line}>{row.line}</Table.Td>
              <Table.Th scope="row" className={styles.title}>
                {row.title || t("questionImport.noTitle")}
                {row.type !== null && <small className={styles.type}>{t(`quiz.type_${row.type}`)}</small>}
                {row.file !== undefined && <small className={styles.type}>{row.file}</small>}
              </Table.Th>
              <Table.Td>
                <RowResult row={row} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}

const RESULTS = {
  complete: { Icon: IconCircleCheck, look: styles.complete },
  partly: { Icon: IconAlertTriangle, look: styles.partly },
  leftOut: { Icon: IconCircleX, look: styles.leftOut },
} as const;

function RowResult({ row: { problem, notes, lostImages, detail } }: { readonly row: ImportedRow }) {
  const { t } = useTranslation();
  const result = problem !== null ? "leftOut" : notes.length + lostImages.length > 0 ? "partly" : "complete";
  const { Icon, look } = RESULTS[result];
  return (
    <>
      <span className={styles.result}>
        <Icon size={18} stroke={1.5} className={look} aria-hidden />
        {t(`questionImport.${result}`)}
      </span>
      {problem !== null && (
        <p className={styles.reason}>
          {t(`questionImport.problem_${problem}`)}
          {detail !== "" && ` (${detail})`}
        </p>
      )}
      {notes.length + lostImages.length > 0 && (
        <ul className={styles.notes}>
          {notes.map((note) => (
            <li key={note}>{t(`questionImport.note_${note}`)}</li>
          ))}
          {lostImages.map(({ name, problem: why }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two images can have the same name, and nothing is reordered
            <li key={`${place}:${name}`}>{t(`questionImport.image_${why}`, { name })}</li>
          ))}
        </ul>
      )}
    </>
  );
}
