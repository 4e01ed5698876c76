/**
 * One option below the header's search field. The focus stays in the field: options are selected by arrow keys or
 * pointer.
 */
import { cssFilterOf } from "@parfocal/core/item/colour-adjustment.ts";
import type { SearchResult } from "@parfocal/core/search/search.contract.ts";
import { IconHistory, IconSearch } from "@tabler/icons-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { iconOfKind, nameOfKind } from "./found-kinds.ts";
import { MarkedText } from "./MarkedText.tsx";
import { ResultPicture } from "./ResultPicture.tsx";
import styles from "./SearchDialog.module.css";
import type { SuggestedOption } from "./suggested-options.ts";

interface SearchOptionProps {
  readonly id: string;
  readonly option: SuggestedOption;
  readonly isActive: boolean;
  readonly onPoint: () => void;
  readonly onChoose: () => void;
}

export function SearchOption({ id, option, isActive, onPoint, onChoose }: SearchOptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isActive) row.current?.scrollIntoView({ block: "nearest" });
  }, [isActive]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive lint/a11y/useKeyWithClickEvents: the box has the focus and the keys
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isActive}
      className={styles.option}
      data-plain={option.kind === "result" ? undefined : true}
      onMouseMove={isActive ? undefined : onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <OptionContent option={option} />
    </div>
  );
}

function OptionContent({ option }: { readonly option: SuggestedOption }) {
  const { t } = useTranslation();
  if (option.kind === "result") return <ResultContent result={option.result} />;
  const OptionIcon = option.kind === "recent" ? IconHistory : IconSearch;
  return (
    <>
      <OptionIcon size={20} stroke={1.5} aria-hidden />
      <span className={styles.title}>
        {option.kind === "recent" ? option.query : t("search.allResults", { query: option.query })}
      </span>
    </>
  );
}

function ResultContent({ result }: { readonly result: SearchResult }) {
  const { t } = useTranslation();
  const { kind, title, thumbnail, colour, path } = result;
  const above = kind === "annotation" ? path : path.slice(0, -1);
  const more = [nameOfKind(t, kind), ...(above.length > 0 ? [above.map((step) => step.title).join(" › ")] : [])];
  return (
    <>
      <ResultPicture source={thumbnail} filter={colour ? cssFilterOf(colour) : undefined} icon={iconOfKind(kind)} />
      <span className={styles.words}>
        <span className={styles.title}>
          <MarkedText parts={title} />
        </span>
        <span className={styles.more}>{more.join(" · ")}</span>
      </span>
    </>
  );
}
