/** Queries and changes of custom fields and their values, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  type CustomField,
  createCustomField,
  deleteCustomField,
  getCustomField,
  listCustomFields,
  listCustomFieldsOfType,
  listPreparations,
  saveFieldValue,
  saveFieldValues,
  setPrimaryCustomField,
  updateCustomField,
} from "@parfocal/core/custom-field/custom-field.contract.ts";
import { message } from "@parfocal/core/messages.ts";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "#platform/call.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import type { BatchScope } from "./batch/batch-scope.ts";
import { scopeQuery } from "./batch/batch-scope.ts";
import { FIELD_KEY } from "./item-fields.api.ts";

export function useCustomFields() {
  return useQuery({
    queryKey: [FIELD_KEY, "list"],
    queryFn: ({ signal }) => call(listCustomFields, {}, { signal }),
  });
}

export function useSlideFields() {
  return useQuery({
    queryKey: [FIELD_KEY, "list", "image"],
    queryFn: ({ signal }) => call(listCustomFieldsOfType, { params: { type: "image" } }, { signal }),
  });
}

/** A field with its number of values. */
export function useFieldFacts(id: number) {
  return useQuery({
    queryKey: [FIELD_KEY, "one", id],
    queryFn: ({ signal }) => call(getCustomField, { params: { id } }, { signal }),
    refetchOnMount: "always",
  });
}

export function usePreparations(scope: BatchScope) {
  return useQuery({
    queryKey: [FIELD_KEY, "preparations", scopeQuery(scope)],
    queryFn: ({ signal }) => call(listPreparations, { query: scopeQuery(scope) }, { signal }),
  });
}

/** Titles and values of fields are shown on pages, on cards and in the search, so all of these are refetched. */
function useRefresh() {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries();
}

export type FieldBody = BodyFor<typeof createCustomField>;

/** Both throw AppError, and resolve once the list has been refetched. */
export function useDefineField() {
  const refresh = useRefresh();
  const choosePrimary = (id: number, isPrimary: boolean) =>
    call(setPrimaryCustomField, { params: { id }, body: { isPrimary } });
  return {
    async create(body: FieldBody, isPrimary: boolean, idempotencyKey: string): Promise<void> {
      const { id } = await call(createCustomField, { body }, { idempotencyKey });
      if (isPrimary) await choosePrimary(id, true);
      await refresh();
    },
    async change(id: number, body: BodyFor<typeof updateCustomField>, isPrimary: boolean | undefined): Promise<void> {
      if (Object.keys(body).length > 0) await call(updateCustomField, { params: { id }, body });
      if (isPrimary !== undefined) await choosePrimary(id, isPrimary);
      await refresh();
    },
  };
}

export function useChoosePrimary() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, isPrimary }: Pick<CustomField, "id" | "isPrimary">) =>
      call(setPrimaryCustomField, { params: { id }, body: { isPrimary } }),
    onSuccess: () => showSuccess(message("field.updated")),
    onSettled: refresh,
  });
}

export function useDeleteField() {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: number) => call(deleteCustomField, { params: { id } }),
    onSuccess: () => showSuccess(message("field.deleted")),
    onSettled: refresh,
  });
}

interface EnteredValue {
  readonly itemId: number;
  readonly fieldId: number;
  /** Empty: no value. */
  readonly value: string;
}

/** Saves all or none; resolves once the values have been refetched. @returns a function that throws AppError. */
export function useSaveValues() {
  const refresh = useRefresh();
  return async (values: readonly EnteredValue[]): Promise<void> => {
    const [first, ...others] = values;
    if (first && others.length === 0) await call(saveFieldValue, { body: first });
    else await call(saveFieldValues, { body: { values: [...values] } });
    await refresh();
  };
}
