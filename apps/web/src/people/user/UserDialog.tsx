/** Dialog to create or edit an account. */
import { Alert, Button, Group, Modal, Select, Stack, Switch, TextInput } from "@mantine/core";
import { DEFAULT_ROLE, type Role } from "@parfocal/core/access/capabilities.ts";
import { DISPLAY_NAME_MAX_CHARACTERS } from "@parfocal/core/account/account.contract.ts";
import { EMAIL_PATTERN } from "@parfocal/core/account/email-pattern.ts";
import { PASSWORD_MIN_CHARACTERS } from "@parfocal/core/account/password-rules.ts";
import { isUserName, USER_NAME_MAX_CHARACTERS } from "@parfocal/core/account/user-name.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { LOGIN_MAX_CHARACTERS, PASSWORD_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import type { ManagedUser } from "@parfocal/core/user/manage-users.contract.ts";
import type { TFunction } from "i18next";
import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { newIdempotencyKey } from "#platform/idempotency-key.ts";
import { useSession } from "#platform/session.tsx";
import { ResetSecondFactor } from "#second-factor/ResetSecondFactor.tsx";
import { dateOfField, fieldOfDate } from "#ui/site-dates.ts";
import { ROLE_TEXTS } from "./role-texts.ts";
import { useRoles } from "./roles.api.ts";
import { suggestPassword } from "./suggest-password.ts";
import styles from "./User.module.css";
import { useCreateUser, useUpdateUser } from "./user.api.ts";

interface UserDialogProps {
  /** Null: a new account. */
  readonly user: ManagedUser | null;
  /** Sections of other parts of the app about the person. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

export function UserDialog({ user, children, onClose }: UserDialogProps) {
  const { t } = useTranslation();
  const title = user ? t("user.editTitle", { name: user.displayName }) : t("user.add");
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ "aria-label": t("ui.close") }}>
      <Stack gap="lg">
        <UserForm user={user} onClose={onClose} />
        {children}
        {user && <ResetSecondFactor userId={user.id} />}
      </Stack>
    </Modal>
  );
}

interface FormValues {
  readonly displayName: string;
  readonly email: string;
  /** Empty: none. */
  readonly userName: string;
  readonly role: Role;
  /** Empty: the current one is kept. */
  readonly password: string;
  readonly validUntil: string | null;
  readonly isSuspended: boolean;
}
type Field = "displayName" | "email" | "userName" | "password" | "role";

const NEW_USER: FormValues = {
  displayName: "",
  email: "",
  userName: "",
  role: DEFAULT_ROLE,
  password: "",
  validUntil: null,
  isSuspended: false,
};

const valuesOf = ({ displayName, email, userName, role, validUntil, state }: ManagedUser): FormValues => ({
  displayName,
  email,
  userName: userName ?? "",
  role,
  password: "",
  validUntil,
  isSuspended: state === "suspended",
});

/** Field and text of each error code of the server. */
const PROBLEMS = {
  emailTaken: { field: "email", text: "user.emailTaken" },
  userNameTaken: { field: "userName", text: "user.userNameTaken" },
  lastAdministrator: { field: "role", text: "user.lastAdministrator" },
  passwordTooShort: { field: "password", text: "user.passwordTooShort" },
  passwordTooCommon: { field: "password", text: "user.passwordTooCommon" },
  passwordTooObvious: { field: "password", text: "user.passwordTooObvious" },
} as const;
type ProblemCode = keyof typeof PROBLEMS;

function UserForm({ user, onClose }: UserDialogProps) {
  const { t } = useTranslation();
  const { user: self } = useSession();
  const saved = user ? valuesOf(user) : NEW_USER;
  const [values, setValues] = useState(saved);
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const { send, isBusy } = useSendUser(user, saved);
  const isOwn = user !== null && user.id === self?.id;
  const change = (changes: Partial<FormValues>) => setValues((before) => ({ ...before, ...changes }));

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (isBusy) return;
    const wrong = wrongFields(values, user === null, t);
    setErrors(wrong);
    setFailure(null);
    if (Object.keys(wrong).length > 0) return;
    try {
      await send(values);
      showSuccess(t(user ? "user.saved" : "user.created", { name: values.displayName.trim() }));
      onClose();
    } catch (error) {
      const code =
        error instanceof AppError ? error.codes.find((one): one is ProblemCode => one in PROBLEMS) : undefined;
      if (code) setErrors({ [PROBLEMS[code].field]: t(PROBLEMS[code].text, { count: PASSWORD_MIN_CHARACTERS }) });
      else setFailure(error instanceof AppError ? error.message : t("platform.failed"));
    }
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate>
      <Stack>
        {isOwn && <Alert color="gray">{t("user.own")}</Alert>}
        <NameFields values={values} errors={errors} onChange={change} />
        <RoleSelect role={values.role} isOwn={isOwn} error={errors.role} onChange={(role) => change({ role })} />
        <PasswordField
          isNew={user === null}
          password={values.password}
          error={errors.password}
          onChange={(password) => change({ password })}
        />
        {!isOwn && (
          <TextInput
            type="datetime-local"
            step={1}
            label={t("user.validUntil")}
            description={t("user.validUntilHint")}
            value={fieldOfDate(values.validUntil)}
            onChange={(event) => change({ validUntil: dateOfField(event.currentTarget.value) })}
          />
        )}
        {user && !isOwn && (
          <Switch
            label={t("user.suspended")}
            description={t("user.suspendedHint")}
            checked={values.isSuspended}
            onChange={(event) => change({ isSuspended: event.currentTarget.checked })}
          />
        )}
        <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t("ui.cancel")}
          </Button>
          <Button type="submit" loading={isBusy}>
            {t(user ? "user.save" : "user.create")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

/** Sends the form: creates the account, or updates the changed fields. */
function useSendUser(user: ManagedUser | null, saved: FormValues) {
  const key = useRef({ text: "", value: "" });
  const creating = useCreateUser();
  const updating = useUpdateUser(user?.id ?? 0);
  async function send(values: FormValues): Promise<void> {
    if (user) {
      const { password, ...others } = values;
      const changed = Object.entries(others).filter(([name, value]) => saved[name as keyof FormValues] !== value);
      await updating.mutateAsync({
        ...Object.fromEntries(
          changed.map(([name, value]) => [name, name === "userName" ? values.userName.trim() || null : value]),
        ),
        ...(password === "" ? {} : { password }),
      });
    } else {
      const { isSuspended: _, userName, ...others } = values;
      const body = { ...others, userName: userName.trim() || null };
      const text = JSON.stringify(body);
      if (key.current.text !== text) key.current = { text, value: newIdempotencyKey() };
      await creating.mutateAsync({ body, idempotencyKey: key.current.value });
    }
  }
  return { send, isBusy: creating.isPending || updating.isPending };
}

/** Messages for invalid fields; empty: all are valid. */
function wrongFields(values: FormValues, isNew: boolean, t: TFunction): Partial<Record<Field, string>> {
  const userName = values.userName.trim();
  return {
    ...(values.displayName.trim() === "" ? { displayName: t("user.nameMissing") } : {}),
    ...(EMAIL_PATTERN.test(values.email.trim()) ? {} : { email: t("user.emailWrong") }),
    ...(userName === "" || isUserName(userName) ? {} : { userName: t("user.userNameWrong") }),
    ...(isNew && values.password === ""
      ? { password: t("user.passwordTooShort", { count: PASSWORD_MIN_CHARACTERS }) }
      : {}),
  };
}

interface PasswordFieldProps {
  readonly isNew: boolean;
  readonly password: string;
  readonly error: string | undefined;
  readonly onChange: (password: string) => void;
}

function PasswordField({ isNew, password, error, onChange }: PasswordFieldProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.password}>
      <TextInput
        label={t(isNew ? "user.firstPassword" : "user.newPassword")}
        description={t(isNew ? "user.firstPasswordHint" : "user.newPasswordHint")}
        withAsterisk={isNew}
        maxLength={PASSWORD_MAX_CHARACTERS}
        autoComplete="off"
        spellCheck={false}
        error={error}
        value={password}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Button variant="default" onClick={() => onChange(suggestPassword())}>
        {t("user.generate")}
      </Button>
    </div>
  );
}

interface NameFieldsProps {
  readonly values: FormValues;
  readonly errors: Partial<Record<Field, string>>;
  readonly onChange: (changes: Partial<FormValues>) => void;
}

/** Name, email address and user name. */
function NameFields({ values, errors, onChange }: NameFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t("user.name")}
        withAsterisk
        data-autofocus
        maxLength={DISPLAY_NAME_MAX_CHARACTERS}
        autoComplete="off"
        error={errors.displayName}
        value={values.displayName}
        onChange={(event) => onChange({ displayName: event.currentTarget.value })}
      />
      <TextInput
        label={t("user.email")}
        description={t("user.emailHint")}
        withAsterisk
        type="email"
        maxLength={LOGIN_MAX_CHARACTERS}
        autoComplete="off"
        error={errors.email}
        value={values.email}
        onChange={(event) => onChange({ email: event.currentTarget.value })}
      />
      <TextInput
        label={t("user.userName")}
        description={t("user.userNameHint")}
        maxLength={USER_NAME_MAX_CHARACTERS}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        error={errors.userName}
        value={values.userName}
        onChange={(event) => onChange({ userName: event.currentTarget.value })}
      />
    </>
  );
}

interface RoleSelectProps {
  readonly role: Role;
  /** The own role cannot be changed. */
  readonly isOwn: boolean;
  readonly error: string | undefined;
  readonly onChange: (role: Role) => void;
}

function RoleSelect({ role, isOwn, error, onChange }: RoleSelectProps) {
  const { t } = useTranslation();
  const roles = useRoles();
  return (
    <Select
      label={t("user.role")}
      allowDeselect={false}
      disabled={isOwn}
      error={error}
      data={roles.map((value) => ({ value, label: t(ROLE_TEXTS[value]) }))}
      value={role}
      onChange={(chosen) => onChange((chosen ?? DEFAULT_ROLE) as Role)}
    />
  );
}
