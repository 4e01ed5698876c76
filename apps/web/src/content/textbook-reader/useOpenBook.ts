/** Opens a book's file, and tracks its state until it can be read. */
import { useEffect, useState } from "react";
import { type Book, BookError, type BookFailure, type OpenBook } from "./book.ts";

type BookState =
  | { readonly name: "opening"; readonly loadedBytes: number; readonly totalBytes: number | null }
  | { readonly name: "password"; readonly wasWrong: boolean; readonly answer: (password: string) => void }
  | { readonly name: "failed"; readonly reason: BookFailure }
  | { readonly name: "open"; readonly book: Book };

const OPENING: BookState = { name: "opening", loadedBytes: 0, totalBytes: null };

/** @param open must not change. */
export function useOpenBook(url: string, open: OpenBook): { readonly state: BookState; readonly retry: () => void } {
  const [state, setState] = useState<BookState>(OPENING);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again with each attempt
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    const show = (next: BookState): void => {
      if (!signal.aborted) setState(next);
    };
    setState(OPENING);
    open(url, {
      signal,
      onProgress: (loadedBytes, totalBytes) =>
        setState((before) =>
          before.name === "opening" && !signal.aborted ? { name: "opening", loadedBytes, totalBytes } : before,
        ),
      onPassword: (wasWrong, answer) =>
        show({
          name: "password",
          wasWrong,
          answer: (password) => {
            show(OPENING);
            answer(password);
          },
        }),
    }).then(
      (book) => show({ name: "open", book }),
      (error: unknown) => show({ name: "failed", reason: error instanceof BookError ? error.reason : "damaged" }),
    );
    return () => controller.abort();
  }, [url, open, attempt]);
  return { state, retry: () => setAttempt((before) => before + 1) };
}
