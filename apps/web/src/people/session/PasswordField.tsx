/** A password field: it can be revealed, and warns when Caps Lock is on. */
import { ActionIcon, TextInput, type TextInputProps } from "@mantine/core";
import { PASSWORD_MAX_CHARACTERS } from "@parfocal/core/session/session.contract.ts";
import { IconArrowBigUpLines, IconEye, IconEyeOff } from "@tabler/icons-react";
import { type KeyboardEvent, type Ref, useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./PasswordField.module.css";

interface PasswordFieldProps
  extends Pick<TextInputProps, "label" | "description" | "error" | "name" | "size" | "autoFocus"> {
  readonly ref?: Ref<HTMLInputElement>;
  readonly value: string;
  readonly onValue: (value: string) => void;
  /** Makes a Mantine dialog focus it first. */
  readonly "data-autofocus"?: true | undefined;
  readonly autoComplete: "current-password" | "new-password";
}

export function PasswordField({ onValue, ...field }: PasswordFieldProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(false);
  const [isCapsLockOn, setCapsLockOn] = useState(false);
  const noteCapsLock = (event: KeyboardEvent) => setCapsLockOn(event.getModifierState("CapsLock"));
  return (
    <div className={styles.field}>
      <TextInput
        {...field}
        type={isShown ? "text" : "password"}
        onChange={(event) => onValue(event.currentTarget.value)}
        onKeyDown={noteCapsLock}
        onKeyUp={noteCapsLock}
        onBlur={() => setCapsLockOn(false)}
        maxLength={PASSWORD_MAX_CHARACTERS}
        autoCapitalize="none"
        spellCheck={false}
        rightSection={
          <ActionIcon
            onClick={() => setShown((wasShown) => !wasShown)}
            aria-label={t(isShown ? "session.hidePassword" : "session.showPassword")}
            aria-pressed={isShown}
          >
            {isShown ? <IconEyeOff size={20} stroke={1.5} /> : <IconEye size={20} stroke={1.5} />}
          </ActionIcon>
        }
      />
      <div aria-live="polite" className={styles.capsLock} data-shown={isCapsLockOn || undefined}>
        {isCapsLockOn && (
          <>
            <IconArrowBigUpLines size={16} stroke={1.5} aria-hidden /> {t("session.capsLock")}
          </>
        )}
      </div>
    </div>
  );
}
