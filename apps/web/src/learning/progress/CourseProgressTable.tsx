/** Items of a course in its order, each with the number of learners as text and as a bar. */
import { Badge, Table } from "@mantine/core";
import { ITEM_KINDS } from "@parfocal/core/item/item-kinds.ts";
import type { PathStep } from "@parfocal/core/item/public-path.ts";
import type { CourseProgressRow } from "@parfocal/core/progress/course-progress.contract.ts";
import type { MaskedCount } from "@parfocal/core/progress/masked-count.ts";
import { Link } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { pathTo } from "#item/place-path.ts";
import { useSession } from "#platform/session.tsx";
import styles from "./course-progress.module.css";

export function CourseProgressTable({ rows }: { readonly rows: readonly CourseProgressRow[] }) {
  const { t } = useTranslation();
  return (
    <Table className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t("progress.item")}</Table.Th>
          <Table.Th>{t("progress.viewed")}</Table.Th>
          <Table.Th>{t("progress.finished")}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map((row) => (
          <ItemRow key={[...row.parentIds, row.id].join("/")} row={row} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

function ItemRow({ row }: { readonly row: CourseProgressRow }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const { type, title, depth, isHidden, learners } = row;
  const Icon = ITEM_ICONS[type];
  const href = pathTo(site.id, stepsOfRow(row));
  const isCounted = learners !== null && !isHidden;
  return (
    <Table.Tr>
      <Table.Th scope="row" className={styles.item} style={{ "--depth": depth } as CSSProperties}>
        <span className={styles.name}>
          <Icon size={18} stroke={1.5} aria-hidden />
          {href === null ? <span>{title}</span> : <Link to={href}>{title}</Link>}
          {isHidden && (
            <Badge color="gray" variant="light" className={styles.hidden}>
              {t("progress.hidden")}
            </Badge>
          )}
        </span>
      </Table.Th>
      <Table.Td data-label={t("progress.viewed")}>
        {isCounted && <Count count={row.viewed} learners={learners} />}
      </Table.Td>
      <Table.Td data-label={t("progress.finished")}>
        {isCounted && type === "quiz" && <Count count={row.finished} learners={learners} />}
      </Table.Td>
    </Table.Tr>
  );
}

/** Path of an item; its parents are its course and folders. */
function stepsOfRow({ parentIds, type, id }: CourseProgressRow): PathStep[] {
  const parents = parentIds.map(
    (parentId, index): PathStep => ({ kind: index === 0 ? "course" : "folder", id: parentId }),
  );
  return ITEM_KINDS[type].segment === null ? parents : [...parents, { kind: type, id }];
}

interface CountProps {
  /** Null: too few learners. */
  readonly count: MaskedCount | null;
  readonly learners: number;
}

/** The bar is solid up to the smallest possible number, and pale up to the largest. */
function Count({ count, learners }: CountProps) {
  const { t } = useTranslation();
  if (!count) return <span className={styles.tooFew}>{t("progress.tooFew")}</span>;
  const percent = (part: number) => `${(100 * part) / learners}%`;
  return (
    <span className={styles.count}>
      <span className={styles.bar} aria-hidden>
        <span className={styles.atMost} style={{ inlineSize: percent(count.to) }} />
        <span className={styles.atLeast} style={{ inlineSize: percent(count.from) }} />
      </span>
      <span>{countText(t, count, learners)}</span>
    </span>
  );
}

function countText(t: TFunction, { from, to }: MaskedCount, total: number): string {
  if (from === to) return t("progress.exactly", { number: from, total });
  return from === 0
    ? t("progress.fewerThan", { number: to + 1, total })
    : t("progress.atLeast", { number: from, total });
}
