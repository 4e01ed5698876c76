/** The requests that carry out an action. */
import { copyCase } from "@parfocal/core/case/case.contract.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { copyPage } from "@parfocal/core/page/page.contract.ts";
import { copyQuiz, deleteQuizItem } from "@parfocal/core/quiz/quiz.contract.ts";
import { copyToIndividualQuiz, MANY_QUESTIONS_MAX } from "@parfocal/core/quiz/quiz-question.contract.ts";
import { addRadiologyToParent, copyRadiology } from "@parfocal/core/radiology/radiology.contract.ts";
import {
  copyAttachment,
  copyFolder,
  copyImage,
  deleteCourse,
  deleteFolder,
  getTree,
  moveFolder,
  moveItem,
  moveMany,
  orderFolders,
  orderItems,
  removeItems,
  renameItem,
  restoreRemoved,
  STRUCTURE_ACTION_MAX_ITEMS,
  setItemAnnotations,
  setItemState,
  type TreeParent,
} from "@parfocal/core/structure/structure.contract.ts";
import { call } from "#platform/call.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { inParts } from "#platform/in-parts.ts";
import { watchedCopy } from "./copy-runs.ts";
import { wholeTree } from "./early-tree.ts";
import { moveParts } from "./move-parts.ts";
import { type ActionAnswer, PartlyDone } from "./partly-done.ts";
import { inTurn } from "./send-in-turn.ts";
import { NO_RESULT, type Placed, type Removal, type TreeAction } from "./tree-actions.ts";
import { childrenOf, SITE, type TreeState, wayTo } from "./tree-state.ts";
import type { TreeServer } from "./tree-store.ts";

export const treeServer: TreeServer = {
  ask: (since) => (since === null ? wholeTree() : call(getTree, { query: { since: String(since) } })),
  send: sendAction,
};

type ActionOf<Type extends TreeAction["type"]> = Extract<TreeAction, { type: Type }>;

function sendAction(action: TreeAction, state: TreeState): Promise<ActionAnswer> {
  switch (action.type) {
    case "move":
      return sendMove(action, state);
    case "order":
      return sendOrder(action, state);
    case "rename":
      return sendRename(action);
    case "activate":
      return inTurn(
        action.items,
        ({ id, parentId }) =>
          call(setItemState, { params: { id }, body: { parentId, state: action.isOn, type: kindOf(state, id) } }),
        (items) => ({ ...action, items }),
      );
    case "annotate":
      return inTurn(
        action.items,
        ({ id, parentId }) => {
          const body = { parentId, state: action.isOn, itemType: kindOf(state, id) };
          return call(setItemAnnotations, { params: { id }, body });
        },
        (items) => ({ ...action, items }),
      );
    case "remove":
      return sendRemove(action.items, state);
    case "restore":
      return sendRestore(action.removals);
    case "paste":
      return sendPaste(action, state);
    case "place":
      return inTurn(
        action.ids,
        async (id) => {
          const body = { itemId: id, parentId: action.toParentId };
          await call(addRadiologyToParent, { params: { id: String(id) }, body });
          return { parents: [], made: [id] };
        },
        (ids) => ({ ...action, ids }),
      );
  }
}

const kindOf = (state: TreeState, id: number): ItemKind => state.nodes.get(id)?.type ?? "folder";

function sendMove(action: ActionOf<"move">, state: TreeState): Promise<ActionAnswer> {
  const { items, toParentId, position } = action;
  const [first, ...more] = items;
  if (first && more.length === 0 && first.parentId !== null) {
    const place = { fromParentId: first.parentId, toParentId, position };
    return kindOf(state, first.id) === "folder"
      ? call(moveFolder, { body: { folderId: first.id, ...place } })
      : call(moveItem, { body: { itemId: first.id, ...place } });
  }
  const { parts, together } = moveParts(action, state, STRUCTURE_ACTION_MAX_ITEMS);
  return inTurn(parts, sendMoveOfMany, together);
}

function sendMoveOfMany({ items, toParentId, position }: ActionOf<"move">): Promise<ActionAnswer> {
  const moved = items.flatMap(({ id, parentId }) =>
    parentId === null ? [] : [{ itemId: id, fromParentId: parentId }],
  );
  return call(moveMany, { body: { items: moved, toParentId, position } });
}

/** Folders and all other items are ordered by separate requests; courses by that for folders. */
async function sendOrder({ parentId, ids }: ActionOf<"order">, state: TreeState): Promise<ActionAnswer> {
  const before = childrenOf(state, parentId).map(({ id }) => id);
  const version = state.lists.get(parentId ?? SITE)?.version;
  const isFolder = (id: number) => parentId === null || kindOf(state, id) === "folder";
  const isItem = (id: number) => !isFolder(id);
  const hasChanged = (of: (id: number) => boolean) => ids.filter(of).join() !== before.filter(of).join();
  let answer: (TreeParent & { readonly isMerged: boolean }) | null = null;
  let isMerged = false;
  if (hasChanged(isFolder)) {
    answer = await call(orderFolders, { body: { parentId, folderIds: ids.filter(isFolder), version } });
    isMerged = answer.isMerged;
  }
  if (parentId !== null && hasChanged(isItem)) {
    const foldersDone = answer;
    const body = { parentId, itemIds: ids.filter(isItem), version: answer?.version ?? version };
    answer = await call(orderItems, { body }).catch((error: unknown) => {
      if (!foldersDone) throw error;
      const done = { type: "order", parentId, ids: [...ids.filter(isFolder), ...before.filter(isItem)] } as const;
      throw new PartlyDone({ done, rest: { type: "order", parentId, ids }, answer: { parents: [foldersDone] } }, error);
    });
    isMerged ||= answer.isMerged;
  }
  return { parents: answer ? [answer] : [], isMerged };
}

async function sendRename({ id, title }: ActionOf<"rename">): Promise<ActionAnswer> {
  const node = await call(renameItem, { params: { id }, body: { title } });
  return { parents: [], nodes: [node] };
}

/**
 * What one request removes: one folder, course or part of a quiz, or several other items of a parent, up to the limit.
 */
interface RemovalCall {
  readonly items: readonly Placed[];
  readonly send: () => Promise<{ readonly parents: readonly TreeParent[]; readonly removals: readonly Removal[] }>;
}

async function sendRemove(items: readonly Placed[], state: TreeState): Promise<ActionAnswer> {
  const calls = [...Map.groupBy(items, ({ parentId }) => parentId)].flatMap(([parentId, some]) =>
    removalCalls(state, parentId, some),
  );
  return inTurn(
    calls,
    ({ send }) => send(),
    (some) => ({ type: "remove", items: some.flatMap((one) => one.items) }),
  );
}

function removalCalls(state: TreeState, parentId: number | null, items: readonly Placed[]): RemovalCall[] {
  const one = (item: Placed, take: () => Promise<Removed>): RemovalCall => ({
    items: [item],
    send: async () => resultOf(parentId, await take()),
  });
  if (parentId === null) return items.map((item) => one(item, () => call(deleteCourse, { params: { id: item.id } })));
  const quizId = quizOf(state, parentId);
  if (quizId !== null) return items.map((item) => one(item, () => removeFromQuiz(state, quizId, item)));
  const isFolder = ({ id }: Placed) => kindOf(state, id) === "folder";
  const calls = items
    .filter(isFolder)
    .map((item) => one(item, () => call(deleteFolder, { params: { id: item.id }, body: { parentId } })));
  const others = inParts(
    items.filter((item) => !isFolder(item)),
    STRUCTURE_ACTION_MAX_ITEMS,
  );
  const send = async (some: readonly Placed[]) =>
    resultOf(parentId, await removeFrom(kindOf(state, parentId), parentId, some));
  return [...calls, ...others.map((some) => ({ items: some, send: () => send(some) }))];
}

interface Removed {
  readonly parents: readonly TreeParent[];
  readonly removals: readonly { readonly binId: number; readonly itemId: number }[];
}

/**
 * Positions of one request refer to the state before it. Items are restored starting with the first, so they are listed
 * here starting with the last.
 */
const resultOf = (parentId: number | null, { parents, removals }: Removed) => ({
  parents,
  removals: removals.toReversed().map(({ binId, itemId }) => ({ binId, id: itemId, parentId })),
});

const removeFrom = (parentType: ItemKind, parentId: number, items: readonly Placed[]) =>
  call(removeItems, {
    params: { parentType, parentId: String(parentId) },
    body: { itemIds: items.map(({ id }) => id) },
  });

const QUIZ_PARTS = ["quizSlide", "quizCase", "quizQuestion", "quizAnswerOption"] as const;

/** ID of the quiz that a parent is or belongs to; null: none. */
function quizOf(state: TreeState, parentId: number): number | null {
  if (!kindOf(state, parentId).startsWith("quiz")) return null;
  return wayTo(state, parentId)?.find((id) => kindOf(state, id) === "quiz") ?? null;
}

async function removeFromQuiz(state: TreeState, quizId: number, { id }: Placed): Promise<Removed> {
  const type = QUIZ_PARTS.find((part) => part === kindOf(state, id)) ?? "quizQuestion";
  const params = { quizId: String(quizId), type, id: String(id) };
  const { binId } = await call(deleteQuizItem, { params });
  return { parents: [], removals: [{ binId, itemId: id }] };
}

/** In reverse order: the item removed last has its position among those that still exist. */
const sendRestore = (removals: readonly Removal[]): Promise<ActionAnswer> =>
  inTurn(
    removals.toReversed(),
    ({ binId }) => call(restoreRemoved, { params: { id: binId }, body: {} }),
    (some) => ({ type: "restore", removals: some.toReversed() }),
  );

interface Copied {
  readonly id: number;
  readonly parents?: readonly TreeParent[];
}

/** @param title title of the original. */
type Copy = (id: number, parentId: number, title: string) => Promise<Copied>;

/** Types that can be copied: one row each. */
const COPIES: Partial<Record<ItemKind, Copy>> = {
  folder: (id, parentId, title) =>
    watchedCopy(title, (runKey) =>
      call(copyFolder, { body: { id, parentId, runKey } }, { idempotencyKey: newIdempotencyKey() }),
    ),
  image: (id, parentId) => call(copyImage, { body: { id, parentId } }, { idempotencyKey: newIdempotencyKey() }),
  attachment: (id, parentId) =>
    call(copyAttachment, { body: { id, parentId } }, { idempotencyKey: newIdempotencyKey() }),
  page: (id, parentId) => call(copyPage, { body: { id, parentId } }, { idempotencyKey: newIdempotencyKey() }),
  quiz: (id, parentId) => call(copyQuiz, { body: { id, parentId } }, { idempotencyKey: newIdempotencyKey() }),
  radiology: (id, parentId) => call(copyRadiology, { body: { id, parentId } }, { idempotencyKey: newIdempotencyKey() }),
  case: (id, parentId) => call(copyCase, { body: { id, parentId } }, { idempotencyKey: newIdempotencyKey() }),
  quizQuestion: copyQuizPart,
  quizSlide: copyQuizPart,
  quizCase: copyQuizPart,
};

async function copyQuizPart(id: number, parentId: number): Promise<Copied> {
  const options = { idempotencyKey: newIdempotencyKey() };
  const { ids } = await call(copyToIndividualQuiz, { body: { ids: [id], parentId } }, options);
  return { id: ids[0] as number };
}

export const isCopied = (kind: ItemKind): boolean => COPIES[kind] !== undefined;

/** Items of a quiz in one request, all or none; others one after the other. */
async function sendPaste(action: ActionOf<"paste">, state: TreeState): Promise<ActionAnswer> {
  const { items, toParentId: parentId } = action;
  const areOfQuiz = items.every(({ kind }) => COPIES[kind] === copyQuizPart);
  if (areOfQuiz && items.length > 0 && items.length <= MANY_QUESTIONS_MAX) {
    const body = { ids: items.map(({ id }) => id), parentId };
    const { ids } = await call(copyToIndividualQuiz, { body }, { idempotencyKey: newIdempotencyKey() });
    return { parents: [], result: { ...NO_RESULT, made: ids } };
  }
  return inTurn(
    action.items.filter(({ kind }) => isCopied(kind)),
    async ({ id, kind }) => {
      const copy = await (COPIES[kind] as Copy)(id, action.toParentId, state.nodes.get(id)?.title ?? "");
      return { parents: copy.parents ?? [], made: [copy.id] };
    },
    (items) => ({ ...action, items }),
  );
}
