/** Renders an editor once its item is loaded; until then a skeleton, or the reason why it cannot be shown. */
import type { ReactNode } from "react";
import { EditorSkeleton } from "#editor/EditorState.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";

interface LoadedItemProps<T> {
  readonly query: {
    readonly data: T | undefined;
    readonly error: Error | null;
    readonly refetch: () => Promise<unknown>;
  };
  readonly children: (data: T) => ReactNode;
}

export function LoadedItem<T>({ query: { data, error, refetch }, children }: LoadedItemProps<T>) {
  if (data !== undefined) return children(data);
  return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <EditorSkeleton />;
}
