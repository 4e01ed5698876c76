import type { Annotation } from "@parfocal/core/annotation/annotation.contract.ts";
import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect, it } from "vitest";
import { annotationKeys } from "./annotation.api.ts";
import { putAnnotation } from "./annotation-delivery.ts";

const IMAGE_ID = 9;

it("a list whose first request started before a save is fetched again", async () => {
  const queryClient = new QueryClient();
  const started = Promise.withResolvers<void>();
  const slow = Promise.withResolvers<string>();
  let fetches = 0;
  const list = new QueryObserver(queryClient, {
    queryKey: [...annotationKeys.ofImage(IMAGE_ID), "mine"],
    queryFn: ({ signal }) => {
      // Reading the signal allows the fetch to be cancelled.
      expect(signal.aborted).toBe(false);
      fetches += 1;
      started.resolve();
      return fetches === 1 ? slow.promise : Promise.resolve("with the new one");
    },
  });
  const stop = list.subscribe(() => {});
  await started.promise;
  const answer = { id: 3 } as Annotation;
  putAnnotation(queryClient, IMAGE_ID, { subjectId: -1, answer }, { id: 1 } as Parameters<typeof putAnnotation>[3]);
  slow.resolve("as it was before");
  await expect.poll(() => list.getCurrentResult().data).toBe("with the new one");
  expect(fetches).toBe(2);
  stop();
});
