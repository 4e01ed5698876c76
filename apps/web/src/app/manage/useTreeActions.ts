/** Actions on the tree with their messages: done, failed and reverted, undone. */
import { AppError } from "@parfocal/core/errors.ts";
import { useQueryClient } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { contentKeys } from "#item/content-keys.ts";
import { showProblem, showSuccess } from "#platform/failure-toast.ts";
import type { Placed, TreeAction } from "#tree/tree-actions.ts";
import type { TreeRow } from "#tree/tree-rows.ts";
import { type Done, StoppedHalfway, type TreeStore } from "#tree/tree-store.ts";
import { showUndo } from "#ui/undo-toast.tsx";

interface ActionTexts {
  readonly done: string;
  readonly failed: string;
  /** Whether the server's message about a rejection replaces the text. */
  readonly showsServerMessage?: boolean;
}

export interface TreeActions {
  /** @param rows the moved rows, which determine the message. */
  readonly drop: (action: TreeAction, rows: readonly TreeRow[]) => Promise<Done | null>;
  readonly rename: (row: TreeRow, title: string) => Promise<Done | null>;
  readonly activate: (items: readonly Placed[], isOn: boolean) => Promise<Done | null>;
  readonly annotate: (rows: readonly TreeRow[], isOn: boolean) => Promise<Done | null>;
  readonly remove: (rows: readonly TreeRow[]) => Promise<Done | null>;
  readonly removeCourse: (row: TreeRow) => Promise<Done | null>;
  readonly paste: (action: TreeAction, count: number) => Promise<Done | null>;
  /** Adds existing items to another parent. */
  readonly add: (action: TreeAction, count: number) => Promise<Done | null>;
  /** Announces a new item that its dialog has added, which can be undone like any other step. */
  readonly created: (item: Placed, title: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
}

const placed = ({ id, parentId }: Placed): Placed => ({ id, parentId });

/** Each action resolves to null if it failed; the message has been shown then. */
export function useTreeActions(store: TreeStore): TreeActions {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  return useMemo(() => {
    const makeStale = () => void queryClient.invalidateQueries({ queryKey: contentKeys.all });
    const step = async (take: () => Promise<boolean>, text: string, nothing: string = t("tree.nothingToUndo")) => {
      try {
        if (!(await take())) {
          showProblem(nothing);
          return;
        }
        showSuccess(text);
        makeStale();
      } catch {
        showProblem(t("tree.undoFailed"));
      }
    };
    const run = async (actions: readonly TreeAction[], texts: ActionTexts): Promise<Done | null> => {
      try {
        const done = await store.run(actions);
        const text = done.isMerged ? `${texts.done}. ${t("tree.orderMerged")}` : texts.done;
        showUndo(text, t("tree.undo"), () => void step(done.undo, t("tree.undone")));
        makeStale();
        return done;
      } catch (thrown) {
        const error = thrown instanceof StoppedHalfway ? thrown.cause : thrown;
        const isStopped = error instanceof AppError && error.codes.includes("copyStopped");
        const isUserError = error instanceof AppError && (error.kind === "invalid" || error.kind === "conflict");
        const said = texts.showsServerMessage && isUserError ? error.message : texts.failed;
        const text = isStopped ? t("tree.copyStopped") : said;
        if (thrown instanceof StoppedHalfway) {
          showUndo(`${text} ${t("tree.partlyDone")}`, t("tree.undo"), () => void step(thrown.undo, t("tree.undone")));
          makeStale();
        } else if (isStopped) showSuccess(text);
        else showProblem(text);
        return null;
      }
    };
    const actionsOf: TreeActions = {
      drop: (action, rows) => run([action], dropTexts(t, action, rows)),
      rename: ({ id }, title) =>
        run([{ type: "rename", id, title }], {
          done: t("tree.renamed"),
          failed: t("tree.renameFailed"),
          showsServerMessage: true,
        }),
      activate: (items, isOn) =>
        run([{ type: "activate", items: items.map(placed), isOn }], {
          done: t(isOn ? "tree.activated" : "tree.deactivated"),
          failed: t("tree.changeFailed"),
        }),
      annotate: (rows, isOn) =>
        run([{ type: "annotate", items: rows.map(placed), isOn }], {
          done: t(isOn ? "tree.annotationsShown" : "tree.annotationsHidden"),
          failed: t("tree.changeFailed"),
        }),
      remove: (rows) =>
        run([{ type: "remove", items: rows.map(placed) }], {
          done: t("tree.removed", { count: rows.length, title: rows[0]?.title ?? "" }),
          failed: t("tree.removeFailed"),
          showsServerMessage: true,
        }),
      removeCourse: (row) =>
        run([{ type: "remove", items: [placed(row)] }], {
          done: t("tree.courseDeleted"),
          failed: t("tree.courseDeleteFailed"),
        }),
      paste: (action, count) =>
        run([action], { done: t("tree.pasted", { count }), failed: t("tree.pasteFailed"), showsServerMessage: true }),
      add: (action, count) =>
        run([action], { done: t("tree.added", { count }), failed: t("tree.addFailed"), showsServerMessage: true }),
      created(item, title) {
        const undo = store.keep([{ type: "remove", items: [placed(item)] }]);
        showUndo(t("tree.created", { title }), t("tree.undo"), () => void step(undo, t("tree.undone")));
      },
      undo: () => void step(() => store.undo(), t("tree.undone")),
      redo: () => void step(() => store.redo(), t("tree.redone"), t("tree.nothingToRedo")),
    };
    return actionsOf;
  }, [store, queryClient, t]);
}

/** Source: spec part 2, section 8, "Slide manager". */
function dropTexts(t: TFunction, action: TreeAction, rows: readonly TreeRow[]): ActionTexts {
  if (action.type === "order") return { done: t("tree.orderUpdated"), failed: t("tree.orderFailed") };
  return rows.every(({ kind }) => kind === "folder")
    ? { done: t("tree.folderMoved"), failed: t("tree.folderMoveFailed") }
    : { done: t("tree.itemMoved"), failed: t("tree.itemMoveFailed") };
}
