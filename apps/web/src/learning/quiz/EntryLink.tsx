import { Link } from "@tanstack/react-router";
import { useSession } from "#platform/session.tsx";
import styles from "./Quiz.module.css";

interface EntryLinkProps {
  readonly id: number;
  /** Its parent: the quiz, or a slide or case of it. */
  readonly parentId: number;
  readonly title: string;
}

/** The title of an entry of a quiz, as a link to its editor. */
export function EntryLink({ id, parentId, title }: EntryLinkProps) {
  const { site } = useSession();
  const search: Readonly<Record<string, string>> = { item: String(id), in: String(parentId) };
  return (
    <Link to={`/s${site.id}/manage`} search={search} className={styles.entryLink}>
      {title}
    </Link>
  );
}
