/** Number of learners per answer, and whether it is the consensus. */
import { Table } from "@mantine/core";
import type { ConsensusShare } from "@parfocal/core/quiz-consensus/quiz-consensus.contract.ts";
import { IconCheck, IconUsersGroup } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import styles from "./QuizConsensus.module.css";
import { usePercentText } from "./usePercentText.ts";

const ICON = { size: 16, stroke: 2, "aria-hidden": true } as const;

export function AgreedShares({ shares }: { readonly shares: readonly ConsensusShare[] }) {
  const { t, i18n } = useTranslation();
  const percent = usePercentText();
  return (
    <Table className={styles.shares} aria-label={t("quizConsensus.shares")}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("quizConsensus.answer")}</Table.Th>
          <Table.Th>{t("quizConsensus.share")}</Table.Th>
          <Table.Th>{t("quizConsensus.learners")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {shares.map(({ text, share, count, isAgreed, isRight }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two options can have the same text, and nothing is reordered
          <Table.Tr key={`${place}:${text}`}>
            <Table.Th scope="row">
              {text}
              <span className={styles.marks}>
                {isAgreed && (
                  <span className={styles.mark}>
                    <IconUsersGroup {...ICON} /> {t("quizConsensus.agreed")}
                  </span>
                )}
                {isRight && (
                  <span className={styles.mark}>
                    <IconCheck {...ICON} /> {t("quizConsensus.right")}
                  </span>
                )}
              </span>
            </Table.Th>
            <Table.Td>
              <span className={styles.bar} aria-hidden>
                <span style={{ inlineSize: `${100 * share}%` }} />
              </span>
              {percent(share)}
            </Table.Td>
            <Table.Td>{formatQuantity(count, i18n.language)}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
