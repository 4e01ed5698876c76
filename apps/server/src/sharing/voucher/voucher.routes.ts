import { setImmediate as nextTurn } from "node:timers/promises";
import { AppError, notFound } from "@parfocal/core/errors.ts";
import {
  createVouchers,
  deleteVoucher,
  listVoucherCodes,
  listVouchers,
  registerWithVoucher,
  UNUSED_VOUCHERS_MAX,
  VOUCHER_BATCH_MAX,
} from "@parfocal/core/voucher/voucher.contract.ts";
import { formatVoucherCode, readVoucherCode } from "@parfocal/core/voucher/voucher-code.ts";
import { problemOfVoucherDates, type VoucherDateProblem } from "@parfocal/core/voucher/voucher-status.ts";
import { recordAudit } from "#audit/record-audit.ts";
import { createCode, lookupOf, lookupsOf, openCode, sealCode } from "#invite/code-secrets.ts";
import { lockSealKeys, readSealKeys } from "#platform/access/seal-keys.ts";
import { longRoute, route } from "#platform/http/route.ts";
import { listUserGroupFacts } from "#user-group/user-group.queries.ts";
import { registerWith } from "./register-with-voucher.ts";
import {
  countUnusedVouchers,
  findSiteTime,
  findVouchers,
  insertVouchers,
  listActiveVouchers,
  markVoucherDeleted,
  nextVoucherBatch,
} from "./voucher.queries.ts";
import { voucherSpace } from "./voucher-space.ts";

/** Number of codes that are generated or decrypted before other requests are served. */
const CODES_A_TURN = 200;

const DATE_PROBLEMS: Readonly<Record<VoucherDateProblem, string>> = {
  expirationInPast: "The codes' expiration date is in the past.",
  accountExpirationInPast: "The accounts' expiration date is in the past.",
  accountExpiresBeforeCode: "The accounts must not expire before the codes.",
};

async function inTurns<Value, Result>(values: readonly Value[], each: (value: Value) => Result): Promise<Result[]> {
  const results: Result[] = [];
  for (const [index, value] of values.entries()) {
    if (index % CODES_A_TURN === CODES_A_TURN - 1) await nextTurn();
    results.push(each(value));
  }
  return results;
}

export const voucherRoutes = [
  route(listVouchers, async ({ db, siteId }, { query }) => {
    const space = voucherSpace(siteId, await readSealKeys(db));
    const code = readVoucherCode(query.q);
    const lookups = code === null ? null : lookupsOf(code, space);
    const { rows, total } = await findVouchers(db, siteId, { ...query, lookups });
    const vouchers = rows.map(
      ({ shown, prefix, createdAt, userId, userName, email, groupId, groupTitle, ...facts }) => ({
        ...facts,
        code: formatVoucherCode(prefix, openCode(shown, space)),
        createdAt: createdAt.toISOString(),
        user: userId === null ? null : { id: userId, name: userName ?? "", email: email ?? "" },
        group: groupId === null ? null : { id: groupId, title: groupTitle ?? "" },
      }),
    );
    return { vouchers, total };
  }),

  route(listVoucherCodes, async ({ db, siteId, caller }, { query }) => {
    const rows = await listActiveVouchers(db, siteId, { ...query, most: VOUCHER_BATCH_MAX + 1 });
    if (rows.length > VOUCHER_BATCH_MAX)
      throw new AppError("tooLarge", `More than ${VOUCHER_BATCH_MAX} codes are active. Choose one batch.`);
    await recordAudit(db, siteId, {
      action: "voucherCodesExported",
      actorId: caller.signedIn().id,
      facts: { count: rows.length },
    });
    const space = voucherSpace(siteId, await readSealKeys(db));
    return {
      codes: await inTurns(rows, ({ shown, prefix }) => formatVoucherCode(prefix, openCode(shown, space))),
    };
  }),

  route(createVouchers, async ({ db, siteId, caller }, { body }) => {
    const { count, prefix, userGroupId, ...dates } = body;
    const problem = problemOfVoucherDates({ ...dates, now: await findSiteTime(db, siteId) });
    if (problem) throw new AppError("invalid", DATE_PROBLEMS[problem], { codes: [problem] });
    if (userGroupId !== null && (await listUserGroupFacts(db, siteId, [userGroupId])).length === 0)
      throw notFound("User group");
    if ((await countUnusedVouchers(db, siteId)) + count > UNUSED_VOUCHERS_MAX)
      throw new AppError("conflict", `A site can have ${UNUSED_VOUCHERS_MAX} unused vouchers.`, {
        codes: ["tooManyVouchers"],
      });
    const space = voucherSpace(siteId, await lockSealKeys(db));
    const made = await inTurns(Array.from({ length: count }), () => {
      const code = createCode();
      return { code, lookup: lookupOf(code, space), shown: sealCode(code, space) };
    });
    const batch = await nextVoucherBatch(db);
    const createdBy = caller.signedIn().id;
    await insertVouchers(db, siteId, { batch, codes: made, prefix, ...dates, groupId: userGroupId, createdBy });
    await recordAudit(db, siteId, {
      action: "vouchersCreated",
      actorId: createdBy,
      objectId: batch,
      facts: { count, ...(userGroupId === null ? {} : { userGroupId }) },
    });
    return { batch, codes: made.map(({ code }) => formatVoucherCode(prefix, code)) };
  }),

  route(deleteVoucher, async ({ db, siteId, caller }, { params }) => {
    if (!(await markVoucherDeleted(db, siteId, params.id))) throw notFound("Voucher");
    await recordAudit(db, siteId, { action: "voucherDeleted", actorId: caller.signedIn().id, objectId: params.id });
  }),

  longRoute(
    registerWithVoucher,
    async ({ site, platform, request }, { body }) => {
      await registerWith(platform, { site, address: request.ip, ...body });
      return { email: body.email };
    },
    { pool: "reserve" },
  ),
];
