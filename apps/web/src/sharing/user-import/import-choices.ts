import type { ImportField } from "@parfocal/core/user-import/user-import.contract.ts";
import type { Columns } from "./people-table.ts";

/** The user's choices for an import. */
export interface ImportChoices {
  readonly field: ImportField;
  readonly columns: Columns;
  readonly createsAccounts: boolean;
  readonly updatesNames: boolean;
}

export const FIRST_CHOICES: ImportChoices = {
  field: "email",
  columns: { email: null, userName: null, name: null, lastName: null },
  createsAccounts: false,
  updatesNames: false,
};
