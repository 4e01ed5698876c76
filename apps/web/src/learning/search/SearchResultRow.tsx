/** One result: its thumbnail, type and location, and the text around the match. */
import { cssFilterOf } from "@parfocal/core/item/colour-adjustment.ts";
import type { SearchResult } from "@parfocal/core/search/search.contract.ts";
import { IconChevronRight } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Tags } from "#item/Tags.tsx";
import { useSession } from "#platform/session.tsx";
import { iconOfKind, nameOfKind } from "./found-kinds.ts";
import { MarkedText } from "./MarkedText.tsx";
import { ResultPicture } from "./ResultPicture.tsx";
import { addressOf } from "./result-address.ts";
import styles from "./Search.module.css";

const TAGS_SHOWN_MAX = 6;

interface SearchResultRowProps {
  readonly result: SearchResult;
  readonly onOpen: () => void;
}

export function SearchResultRow({ result, onOpen }: SearchResultRowProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const { kind, title, subtitle, excerpt, fieldTitle, tags, thumbnail, colour, annotationId } = result;
  const address = addressOf(site.id, result);
  const KindIcon = iconOfKind(kind);
  const marked = title.length > 0 ? <MarkedText parts={title} /> : nameOfKind(t, kind);
  return (
    <li className={styles.result}>
      <ResultPicture source={thumbnail} filter={colour ? cssFilterOf(colour) : undefined} icon={KindIcon} />
      <div className={styles.words}>
        <p className={styles.kind}>
          <KindIcon size={16} stroke={1.5} aria-hidden />
          {nameOfKind(t, kind)}
          {annotationId !== null && ` ${t("search.onSlide", { title: subtitle })}`}
        </p>
        <h3 className={styles.title}>
          {address === null ? (
            marked
          ) : (
            <Link to={address.path} search={address.search} data-result onClick={onOpen}>
              {marked}
            </Link>
          )}
        </h3>
        {annotationId === null && subtitle !== "" && <p className={styles.subtitle}>{subtitle}</p>}
        {excerpt.length > 0 && (
          <p className={styles.excerpt}>
            {fieldTitle !== null && (
              <span className={styles.fieldTitle}>{t("search.inField", { field: fieldTitle })} </span>
            )}
            <MarkedText parts={excerpt} />
          </p>
        )}
        <ResultWay result={result} />
        <Tags tags={tags.slice(0, TAGS_SHOWN_MAX)} className={styles.tags} />
      </div>
    </li>
  );
}

/** From the course down to its parent; none for a course. */
function ResultWay({ result }: { readonly result: Pick<SearchResult, "path" | "kind"> }) {
  const { t } = useTranslation();
  const above = result.kind === "annotation" ? result.path : result.path.slice(0, -1);
  if (above.length === 0) return null;
  return (
    <p className={styles.way}>
      <span className="for-screen-readers">{t("search.way")}: </span>
      {above.map(({ id, title }, index) => (
        <span key={id} className={styles.step}>
          {index > 0 && <IconChevronRight size={14} stroke={1.5} aria-hidden />}
          {title}
        </span>
      ))}
    </p>
  );
}
