/** The frame of each page about the results of one quiz: the way back to the quiz, its title, links to the pages. */
import { Group, Title } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import styles from "./QuizResults.module.css";
import { QuizResultsTabs, type ResultsPageWord } from "./QuizResultsTabs.tsx";

interface QuizResultsPageProps {
  readonly quizId: number;
  /** Title of the quiz. */
  readonly title: string;
  /** Accessible name of the page. */
  readonly label: string;
  readonly current: ResultsPageWord;
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function QuizResultsPage({ quizId, title, label, current, actions, children }: QuizResultsPageProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  return (
    <section className={styles.screen} aria-label={label}>
      <div>
        <ButtonLink
          to={`/s${site.id}/manage`}
          search={{ item: String(quizId) }}
          variant="subtle"
          px={0}
          leftSection={<IconArrowLeft size={18} stroke={1.5} aria-hidden />}
        >
          {t("quizResults.toQuiz")}
        </ButtonLink>
        <Group justify="space-between" align="start">
          <Title order={1} className={styles.title}>
            {title}
          </Title>
          {actions}
        </Group>
      </div>
      <QuizResultsTabs quizId={quizId} current={current} />
      {children}
    </section>
  );
}
