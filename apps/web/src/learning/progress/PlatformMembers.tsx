/**
 * Learners of the platform courses that open this course, including those who have not signed in yet. Loaded on
 * request.
 */
import { Button, Skeleton, Text, Title } from "@mantine/core";
import { IconUsers } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./course-progress.module.css";
import { usePlatformCourses, usePlatformMembers } from "./progress.api.ts";

export function PlatformMembers({ courseId }: { readonly courseId: number }) {
  const { data } = usePlatformCourses(courseId);
  return data?.courses.map((course) => <MembersOfCourse key={course.id} courseId={courseId} course={course} />) ?? null;
}

interface MembersOfCourseProps {
  readonly courseId: number;
  /** Course of the platform. */
  readonly course: { readonly id: number; readonly platform: string; readonly title: string };
}

function MembersOfCourse({ courseId, course: { id, platform, title } }: MembersOfCourseProps) {
  const { t } = useTranslation();
  const [isRequested, setRequested] = useState(false);
  const { data, isError, isFetching, refetch } = usePlatformMembers({ courseId, platformCourseId: id, isRequested });
  const missing = data?.members.filter(({ hasCome }) => !hasCome) ?? [];
  const come = data?.members.filter(({ hasCome }) => hasCome) ?? [];
  return (
    <section className={styles.members} aria-label={t("progress.membersIn", { platform, title })}>
      <Title order={2}>{t("progress.membersIn", { platform, title })}</Title>
      {!isRequested && (
        <>
          <Text c="dimmed">{t("progress.membersText")}</Text>
          <Button
            variant="default"
            className={styles.action}
            leftSection={<IconUsers size={18} stroke={1.5} aria-hidden />}
            onClick={() => setRequested(true)}
          >
            {t("progress.showMembers")}
          </Button>
        </>
      )}
      {isRequested && !data && !isError && <Skeleton height={120} />}
      {isError && !data && (
        <>
          <Text role="alert">{t("progress.membersFailed", { platform })}</Text>
          <Button variant="default" className={styles.action} loading={isFetching} onClick={() => void refetch()}>
            {t("ui.tryAgain")}
          </Button>
        </>
      )}
      {data && (
        <>
          {data.members.length === 0 && <Text>{t("progress.noMembers")}</Text>}
          {!data.isComplete && <Text c="dimmed">{t("progress.membersCut")}</Text>}
          <Names title={t("progress.notCome", { count: missing.length })} people={missing} />
          <Names title={t("progress.come", { count: come.length })} people={come} />
        </>
      )}
    </section>
  );
}

interface NamesProps {
  readonly title: string;
  readonly people: readonly { readonly name: string }[];
}

function Names({ title, people }: NamesProps) {
  const { t } = useTranslation();
  const named = people.filter(({ name }) => name !== "");
  const nameless = people.length - named.length;
  if (people.length === 0) return null;
  return (
    <div>
      <Title order={3}>{title}</Title>
      <ul className={styles.names} aria-label={title}>
        {named.map(({ name }, index) => (
          // Two people may have the same name, and nothing else about them is known here.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is read as a whole
          <li key={index}>{name}</li>
        ))}
        {nameless > 0 && <li>{t("progress.nameless", { count: nameless })}</li>}
      </ul>
    </div>
  );
}
