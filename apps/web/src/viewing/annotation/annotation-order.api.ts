import { orderAnnotations } from "@parfocal/core/annotation/annotation.contract.ts";
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "#platform/call.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { type AnnotationsInView, annotationKeys } from "./annotation.api.ts";
import { type Ordered, withPlaces, withStretch } from "./annotation-order.ts";

/** Updates the positions in all cached lists of the slide. */
function changeLists(
  queryClient: QueryClient,
  imageId: number,
  change: <Item extends Ordered>(list: readonly Item[]) => Item[],
): void {
  queryClient.setQueriesData<AnnotationsInView>(
    { queryKey: annotationKeys.ofImage(imageId) },
    (part) => part && { ...part, annotations: change(part.annotations) },
  );
}

/**
 * Reorders a range of annotations: applied optimistically, reverted if the server rejects it. Moves on one slide are
 * sent one after the other.
 */
export function useOrderAnnotations(imageId: number) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const queryKey = annotationKeys.ofImage(imageId);
  const mutationKey = ["order", ...queryKey];
  return useMutation({
    mutationKey,
    scope: { id: `annotation-order-${imageId}` },
    mutationFn: (annotationIds: readonly number[]) =>
      call(orderAnnotations, { body: { imageId, annotationIds: [...annotationIds] } }),
    onMutate: async (annotationIds) => {
      await queryClient.cancelQueries({ queryKey });
      const named = new Set(annotationIds);
      const lists = queryClient.getQueriesData<AnnotationsInView>({ queryKey });
      const before = lists.flatMap(([, part]) => part?.annotations.filter(({ id }) => named.has(id)) ?? []);
      changeLists(queryClient, imageId, (list) => withStretch(list, annotationIds));
      return before.map(({ id, order }) => ({ id, order }));
    },
    onSuccess: (places) => {
      changeLists(queryClient, imageId, (list) => withPlaces(list, places));
      showSuccess(t("annotation.orderSaved"));
    },
    onError: (_error, _annotationIds, before) => {
      if (before) changeLists(queryClient, imageId, (list) => withPlaces(list, before));
    },
    // Not while another move is pending, because the server's data is older than what is shown.
    onSettled: () =>
      queryClient.isMutating({ mutationKey }) > 1 ? undefined : queryClient.invalidateQueries({ queryKey }),
  });
}
