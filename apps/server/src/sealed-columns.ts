/** All columns with sealed texts. `replace-key.test.ts` compares the list with the database. */
import { type CodeKind, lookupOf, openCode, sealCode } from "#invite/code-secrets.ts";
import { purposeOfKey } from "#lti/lti-keys.ts";
import { purposeOfMail } from "#mail/write-mail.ts";
import type { SealKeys } from "#platform/access/seal-keys.ts";
import { openSealedText, sealText } from "#platform/access/sealed-text.ts";
import { purposeOfSecret } from "#second-factor/check-code.ts";
import { purposeOfToken } from "#share/share-tokens.ts";

interface Place {
  readonly siteId: number;
  readonly id: number;
}

export interface SealedColumn {
  readonly table: string;
  /** Column that is unique among the rows of a site. */
  readonly id: string;
  readonly column: string;
  open(sealed: Buffer, of: Place, keys: SealKeys): string;
  /** `lookup`: value of the column of that name; null: no such column. */
  seal(text: string, of: Place, keys: SealKeys): { readonly sealed: Buffer; readonly lookup: Buffer | null };
}

type Names = Pick<SealedColumn, "table" | "id" | "column">;

const textIn = (names: Names, purposeOf: (place: Place) => string): SealedColumn => ({
  ...names,
  open: (sealed, of, keys) => openSealedText(sealed, { keys, purpose: purposeOf(of) }),
  seal: (text, of, keys) => ({ sealed: sealText(text, { keys, purpose: purposeOf(of) }), lookup: null }),
});

const codeIn = (names: Names, kind: CodeKind, hasLookup: boolean): SealedColumn => ({
  ...names,
  open: (sealed, { siteId }, keys) => openCode(sealed, { kind, siteId, keys }),
  seal(text, { siteId }, keys) {
    const space = { kind, siteId, keys };
    return { sealed: sealCode(text, space), lookup: hasLookup ? lookupOf(text, space) : null };
  },
});

export const SEALED_COLUMNS: readonly SealedColumn[] = [
  textIn({ table: "mail", id: "id", column: "sealed_content" }, ({ siteId }) => purposeOfMail(siteId)),
  textIn({ table: "second_factor", id: "user_id", column: "sealed_secret" }, ({ siteId, id }) =>
    purposeOfSecret({ siteId, userId: id }),
  ),
  textIn({ table: "share", id: "id", column: "sealed_token" }, ({ siteId }) => purposeOfToken(siteId)),
  textIn({ table: "lti_key", id: "id", column: "sealed_private_key" }, ({ siteId }) => purposeOfKey(siteId)),
  codeIn({ table: "invite", id: "id", column: "shown" }, "invite code", true),
  codeIn({ table: "voucher", id: "id", column: "shown" }, "voucher", true),
  codeIn({ table: "quiz_access", id: "quiz_id", column: "access_code" }, "quiz access code", false),
];
