/** Registers a learning platform, or edits one. Input survives a failed attempt. */
import { Alert, Button, Group, Modal, Select, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { GRANTED_ROLES, type GrantedRole, LTI_ROLES } from "@parfocal/core/lti/lti-roles.ts";
import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { useIdempotencyKeys } from "#platform/useIdempotencyKeys.ts";
import { ROLE_TEXTS } from "#user/role-texts.ts";
import styles from "./Lti.module.css";
import { useSaveLtiPlatform } from "./lti.api.ts";
import {
  formOf,
  NEW_PLATFORM,
  type PlatformField,
  type PlatformForm,
  type PlatformProblems,
  problemsOf,
  settingsOf,
} from "./platform-form.ts";

interface PlatformDialogProps {
  /** Null: a new one. */
  readonly platform: LtiPlatform | null;
  readonly onClose: () => void;
}

interface Row {
  readonly field: PlatformField;
  readonly label: "name" | "issuer" | "clientId" | "authorizationUrl" | "tokenUrl" | "tokenAudience" | "keysOfPlatform";
  /** If empty, its hint shows the default. */
  readonly hint?: "issuerHint" | "tokenAudienceHint";
  readonly isOptional?: boolean;
}

const ROWS: readonly Row[] = [
  { field: "name", label: "name" },
  { field: "issuer", label: "issuer", hint: "issuerHint" },
  { field: "clientId", label: "clientId" },
];
const ADDRESS_ROWS: readonly Row[] = [
  { field: "authorizationUrl", label: "authorizationUrl" },
  { field: "tokenUrl", label: "tokenUrl" },
  { field: "tokenAudience", label: "tokenAudience", hint: "tokenAudienceHint", isOptional: true },
  { field: "keysUrl", label: "keysOfPlatform" },
];

export function PlatformDialog({ platform, onClose }: PlatformDialogProps) {
  const { t } = useTranslation();
  const form = usePlatformForm(platform, onClose);
  const { values, change, errorOf } = form;
  const line = ({ field, label, hint, isOptional = false }: Row) => (
    <TextInput
      key={field}
      id={form.idOf(field)}
      label={t(`lti.${label}`)}
      description={hint && t(`lti.${hint}`)}
      withAsterisk={!isOptional}
      data-autofocus={field === "name" || undefined}
      error={errorOf(field)}
      value={values[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
  const list = (field: "deploymentIds" | "pageOrigins", description: string) => (
    <Textarea
      id={form.idOf(field)}
      label={t(`lti.${field}`)}
      description={description}
      autosize
      minRows={1}
      maxRows={6}
      error={errorOf(field)}
      value={values[field]}
      onChange={(event) => change({ [field]: event.currentTarget.value })}
    />
  );
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={platform ? t("lti.edit", { name: platform.name }) : t("lti.addTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <form onSubmit={(event) => void form.submit(event)} noValidate>
        <Stack>
          {ROWS.map(line)}
          {list("deploymentIds", t("lti.deploymentIdsHint"))}
          {ADDRESS_ROWS.map(line)}
          {list("pageOrigins", t("lti.pageOriginsHint"))}
          <RoleFields roleMap={values.roleMap} onChange={(roleMap) => change({ roleMap })} />
          <div role="alert">{form.failure !== null && <Alert color="red">{form.failure}</Alert>}</div>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t("ui.cancel")}
            </Button>
            <Button type="submit" loading={form.isSaving}>
              {t(platform ? "lti.save" : "lti.create")}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface RoleFieldsProps {
  readonly roleMap: PlatformForm["roleMap"];
  readonly onChange: (roleMap: PlatformForm["roleMap"]) => void;
}

/** The role here for each role of the platform. */
function RoleFields({ roleMap, onChange }: RoleFieldsProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.roles}>
      <legend>{t("lti.roles")}</legend>
      <Text c="dimmed" size="sm">
        {t("lti.rolesHint")}
      </Text>
      <div className={styles.roleRows}>
        {LTI_ROLES.map((role) => (
          <Select
            key={role}
            label={t(`lti.role_${role}`)}
            allowDeselect={false}
            data={GRANTED_ROLES.map((value) => ({ value, label: t(ROLE_TEXTS[value]) }))}
            value={roleMap[role]}
            onChange={(chosen) => onChange({ ...roleMap, [role]: chosen as GrantedRole })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function usePlatformForm(platform: LtiPlatform | null, onClose: () => void) {
  const { t } = useTranslation();
  const prefix = useId();
  const [values, setValues] = useState<PlatformForm>(platform ? formOf(platform) : NEW_PLATFORM);
  const [problems, setProblems] = useState<PlatformProblems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const saving = useSaveLtiPlatform();
  const keys = useIdempotencyKeys();
  const idOf = (field: PlatformField) => `${prefix}${field}`;

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (saving.isPending) return;
    setFailure(null);
    const found = problemsOf(values);
    setProblems(found);
    const [first] = Object.keys(found) as PlatformField[];
    if (first) return document.getElementById(idOf(first))?.focus();
    const body = settingsOf(values);
    try {
      await saving.mutateAsync({ id: platform?.id ?? null, body, idempotencyKey: keys.of(body) });
      showSuccess(t(platform ? "lti.saved" : "lti.created"));
      onClose();
    } catch (error) {
      setFailure(failureText(error));
    }
  }

  function failureText(error: unknown): string {
    if (!(error instanceof AppError)) return t("lti.saveFailed");
    return error.codes.includes("platformTaken") ? t("lti.taken") : error.message || t("lti.saveFailed");
  }

  return {
    ...{ values, failure, submit, idOf },
    isSaving: saving.isPending,
    errorOf(field: PlatformField): string | undefined {
      const problem = problems[field];
      return problem && t(`lti.${problem}`);
    },
    change(changed: Partial<PlatformForm>): void {
      setValues((before) => ({ ...before, ...changed }));
      setProblems((before) => Object.fromEntries(Object.entries(before).filter(([field]) => !(field in changed))));
    },
  };
}
