/** Queries and changes of enrollment forms and registrations, and what they invalidate. */
import type { BodyFor } from "@parfocal/core/call.contract.ts";
import {
  createEnrollmentForm,
  enroll,
  exportRegistrations,
  getEnrollmentForm,
  listRegistrations,
  removeRegistration,
  updateEnrollmentForm,
} from "@parfocal/core/enrollment/enrollment.contract.ts";
import type { EnrollmentAnswer } from "@parfocal/core/enrollment/enrollment-form.ts";
import { REGISTRATION_LANGUAGES } from "@parfocal/core/enrollment/registrations-csv.ts";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { sendChange } from "#editor/send-change.ts";
import { contentKeys } from "#item/content-keys.ts";
import { call, fileUrlOf } from "#platform/call.ts";

const enrollmentKeys = {
  all: ["enrollment"] as const,
  one: (id: number, parentId: number | null) => ["enrollment", "one", id, parentId] as const,
  registrations: (id: number, q: string, page: number) => ["enrollment", "registrations", id, q, page] as const,
};

/** @param parentId the parent in which it is opened; null: any. */
export function useEnrollmentForm(id: number, parentId: number | null) {
  return useQuery({
    queryKey: enrollmentKeys.one(id, parentId),
    queryFn: ({ signal }) =>
      call(
        getEnrollmentForm,
        { params: { id: String(id) }, query: parentId === null ? {} : { parent: String(parentId) } },
        { signal },
      ),
  });
}

/** Each mutation resolves once the invalidated queries have been refetched. */
export function useEnrollmentActions() {
  const queryClient = useQueryClient();
  const isStale = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: enrollmentKeys.all }),
      queryClient.invalidateQueries({ queryKey: contentKeys.all }),
    ]);
  return {
    async create(body: BodyFor<typeof createEnrollmentForm>, idempotencyKey: string): Promise<number> {
      const { id } = await call(createEnrollmentForm, { body }, { idempotencyKey });
      await isStale();
      return id;
    },
    async update(id: number, body: BodyFor<typeof updateEnrollmentForm>): Promise<void> {
      await sendChange(() => call(updateEnrollmentForm, { params: { id: String(id) }, body }), isStale);
    },
  };
}

/** Registers the signed-in user. This may give access to any content, so all queries are refetched. */
export function useEnroll(id: number) {
  const queryClient = useQueryClient();
  return {
    /** @throws AppError */
    async register(fields: readonly EnrollmentAnswer[], idempotencyKey: string): Promise<void> {
      await call(
        enroll,
        { params: { id: String(id) }, body: { enrollmentFormId: id, fields: [...fields] } },
        { idempotencyKey },
      );
      await queryClient.invalidateQueries();
    },
    /** After a rejection the form may have changed. */
    lookAgain: () => queryClient.invalidateQueries({ queryKey: enrollmentKeys.all }),
  };
}

/** @param page from 1. */
export function useRegistrations(id: number, q: string, page: number) {
  return useQuery({
    queryKey: enrollmentKeys.registrations(id, q, page),
    queryFn: ({ signal }) =>
      call(listRegistrations, { params: { id: String(id) }, query: { q, page: String(page) } }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: "always",
  });
}

/** URL of the table. @param language the reader's language; if the table is not available in it, English is used. */
export function registrationsAddress(id: number, language: string): string {
  const known = REGISTRATION_LANGUAGES.find((name) => language.startsWith(name)) ?? "en";
  return fileUrlOf(exportRegistrations, { params: { id: String(id) }, query: { language: known } });
}

export function useRemoveRegistration(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userId, leavesGroup }: { userId: number; leavesGroup: boolean }) =>
      call(removeRegistration, {
        params: { id: String(id), userId: String(userId) },
        query: { leavesGroup: leavesGroup ? "true" : "false" },
      }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: enrollmentKeys.all }),
        queryClient.invalidateQueries({ queryKey: ["user-groups"] }),
      ]),
  });
}
