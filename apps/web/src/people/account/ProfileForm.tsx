/** Name, user name, email address and role; the names can be changed. */

import { Alert, Button, Select, Switch, TextInput } from "@mantine/core";
import { DISPLAY_NAME_MAX_CHARACTERS, type Profile } from "@parfocal/core/account/account.contract.ts";
import { isUserName, USER_NAME_MAX_CHARACTERS } from "@parfocal/core/account/user-name.ts";
import { AppError } from "@parfocal/core/errors.ts";
import { ACCOUNT_LANGUAGES, COLOUR_SCHEMES, LANGUAGE_NAMES } from "@parfocal/core/session/preferences.ts";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import forms from "#ui/StackedForm.module.css";
import { ROLE_TEXTS } from "#user/role-texts.ts";
import styles from "./Account.module.css";
import { useChangeProfile } from "./account.api.ts";

export function ProfileForm({ profile }: { readonly profile: Profile }) {
  const { t } = useTranslation();
  const [name, setName] = useState(profile.displayName);
  const [isNameMissing, setNameMissing] = useState(false);
  const [userName, setUserName] = useState(profile.userName ?? "");
  const [userNameError, setUserNameError] = useState<"account.userNameWrong" | "account.userNameTaken" | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [language, setLanguage] = useState(profile.language);
  const [colourScheme, setColourScheme] = useState(profile.colourScheme);
  const [wantsCommentMails, setWantsCommentMails] = useState(profile.wantsCommentMails);
  const changing = useChangeProfile();
  const isChanged =
    name.trim() !== profile.displayName ||
    userName.trim() !== (profile.userName ?? "") ||
    language !== profile.language ||
    colourScheme !== profile.colourScheme ||
    wantsCommentMails !== profile.wantsCommentMails;

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    const displayName = name.trim();
    setNameMissing(displayName === "");
    const isUserNameWrong = userName.trim() !== "" && !isUserName(userName.trim());
    setUserNameError(isUserNameWrong ? "account.userNameWrong" : null);
    setFailure(null);
    if (displayName === "" || isUserNameWrong || changing.isPending) return;
    try {
      const saved = await changing.mutateAsync({
        displayName,
        userName: userName.trim() || null,
        language,
        colourScheme,
        wantsCommentMails,
      });
      setName(saved.displayName);
      setUserName(saved.userName ?? "");
      showSuccess(t("account.saved"));
    } catch (error) {
      if (error instanceof AppError && error.codes.includes("userNameTaken"))
        return setUserNameError("account.userNameTaken");
      setFailure(error instanceof AppError && error.message !== "" ? error.message : t("account.updateFailed"));
    }
  }

  return (
    <form onSubmit={(event) => void handleSubmit(event)} noValidate className={forms.form}>
      <TextInput
        label={t("account.name")}
        description={t("account.nameHint")}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={isNameMissing && name.trim() === "" && t("account.nameMissing")}
        maxLength={DISPLAY_NAME_MAX_CHARACTERS}
        name="name"
        autoComplete="name"
      />
      <TextInput
        label={t("account.userName")}
        description={t("account.userNameHint")}
        value={userName}
        onChange={(event) => setUserName(event.currentTarget.value)}
        error={userNameError && t(userNameError)}
        maxLength={USER_NAME_MAX_CHARACTERS}
        name="userName"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PreferenceFields
        language={language}
        colourScheme={colourScheme}
        onLanguage={setLanguage}
        onColourScheme={setColourScheme}
      />
      <Switch
        label={t("account.commentMails")}
        description={t("account.commentMailsHint")}
        checked={wantsCommentMails}
        onChange={(event) => setWantsCommentMails(event.currentTarget.checked)}
      />
      <dl className={styles.facts}>
        <dt>{t("account.email")}</dt>
        <dd>{profile.email}</dd>
        <dt>{t("account.role")}</dt>
        <dd>{t(ROLE_TEXTS[profile.role])}</dd>
      </dl>
      <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
      <Button type="submit" loading={changing.isPending} disabled={!isChanged} className={forms.action}>
        {t("account.save")}
      </Button>
    </form>
  );
}

interface PreferenceFieldsProps {
  readonly language: Profile["language"];
  readonly colourScheme: Profile["colourScheme"];
  readonly onLanguage: (language: Profile["language"]) => void;
  readonly onColourScheme: (colourScheme: Profile["colourScheme"]) => void;
}

function PreferenceFields({ language, colourScheme, onLanguage, onColourScheme }: PreferenceFieldsProps) {
  const { t } = useTranslation();
  const { languages: offered = ACCOUNT_LANGUAGES } = useSession().site;
  return (
    <>
      <Select
        label={t("account.language")}
        description={t("account.languageHint")}
        allowDeselect={false}
        data={[
          { value: "", label: t("account.browserLanguage") },
          ...offered.map((code) => ({ value: code, label: LANGUAGE_NAMES[code] })),
        ]}
        value={offered.find((code) => code === language) ?? ""}
        onChange={(value) => onLanguage(ACCOUNT_LANGUAGES.find((code) => code === value) ?? null)}
      />
      <Select
        label={t("account.colourScheme")}
        allowDeselect={false}
        data={[
          { value: "", label: t("account.schemeNone") },
          { value: "light", label: t("account.schemeLight") },
          { value: "dark", label: t("account.schemeDark") },
          { value: "auto", label: t("account.schemeAuto") },
        ]}
        value={colourScheme ?? ""}
        onChange={(value) => onColourScheme(COLOUR_SCHEMES.find((scheme) => scheme === value) ?? null)}
      />
    </>
  );
}
