/** The options of the site, for administrators: a form generated from the table of options. */
import { Alert, Button } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import {
  normalizeOption,
  OPTION_NAMES,
  OPTION_SECTIONS,
  type OptionName,
  type OptionProblem,
  type OptionValue,
  type OptionValues,
  optionProblem,
  SITE_OPTIONS,
} from "@parfocal/core/site/site-options.ts";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { UnsentMails } from "#mail/UnsentMails.tsx";
import { showSuccess } from "#platform/failure-toast.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { SectionCard } from "#ui/SectionCard.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { LogoForm } from "./LogoForm.tsx";
import { OptionField } from "./OptionField.tsx";
import styles from "./Site.module.css";
import { useChangeSiteOptions, useSiteOptions } from "./site-options.api.ts";

type Changes = Partial<Record<OptionName, OptionValue>>;
type Problems = Partial<Record<OptionName, OptionProblem>>;

export function OptionsScreen() {
  const { t } = useTranslation();
  const { data: saved, isError, refetch } = useSiteOptions();
  if (saved)
    return (
      <div className={styles.options}>
        <LogoForm />
        <OptionsForm saved={saved} />
        <UnsentMails />
      </div>
    );
  if (!isError) return <PageSkeleton />;
  return (
    <StateMessage
      icon={IconPlugConnectedX}
      title={t("option.loadFailed")}
      text={t("option.loadFailedText")}
      isAlert
      isWholePage={false}
    >
      <Button onClick={() => void refetch()}>{t("ui.tryAgain")}</Button>
    </StateMessage>
  );
}

/** Differences from the saved values, in stored form. */
function changesOf(entered: Changes, saved: OptionValues): Changes {
  const names = OPTION_NAMES.filter((name) => entered[name] !== undefined);
  const normal = names.map((name) => [name, normalizeOption(name, entered[name] as OptionValue)] as const);
  return Object.fromEntries(normal.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(saved[name])));
}

function problemsOf(changes: Changes): Problems {
  const found = OPTION_NAMES.flatMap((name) => {
    const value = changes[name];
    const problem = value === undefined ? null : optionProblem(name, value);
    return problem === null ? [] : [[name, problem] as const];
  });
  return Object.fromEntries(found);
}

function OptionsForm({ saved }: { readonly saved: OptionValues }) {
  const { t } = useTranslation();
  const [entered, setEntered] = useState<Changes>({});
  const [problems, setProblems] = useState<Problems>({});
  const [failure, setFailure] = useState<string | null>(null);
  const changing = useChangeSiteOptions();
  const changes = changesOf(entered, saved);
  const isChanged = Object.keys(changes).length > 0;

  function showProblems(found: Problems): void {
    setProblems(found);
    const [first] = OPTION_NAMES.filter((name) => found[name] !== undefined);
    if (first) document.getElementById(`option-${first}`)?.focus();
  }

  async function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isChanged || changing.isPending) return;
    setFailure(null);
    const found = problemsOf(changes);
    showProblems(found);
    if (Object.keys(found).length > 0) return;
    try {
      await changing.mutateAsync(changes);
      setEntered({});
      showSuccess(t("option.saved"));
    } catch (error) {
      if (error instanceof AppError && error.codes.includes("timeZone")) showProblems({ timeZone: "malformed" });
      else setFailure(error instanceof AppError && error.message !== "" ? error.message : t("option.saveFailed"));
    }
  }

  function handleDiscard() {
    setEntered({});
    setProblems({});
    setFailure(null);
  }

  return (
    <form
      aria-label={t("option.section")}
      className={styles.form}
      noValidate
      onSubmit={(event) => void handleSubmit(event)}
    >
      {OPTION_SECTIONS.map((section) => (
        <SectionCard key={section} id={`options-${section}`} title={t(`option.${section}`)}>
          {OPTION_NAMES.filter((name) => SITE_OPTIONS[name].section === section).map((name) => (
            <OptionField
              key={name}
              name={name}
              value={entered[name] ?? saved[name]}
              problem={problems[name] ?? null}
              onChange={(value) => {
                setEntered((before) => ({ ...before, [name]: value }));
                setProblems(({ [name]: _, ...others }) => others);
              }}
            />
          ))}
        </SectionCard>
      ))}
      <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
      <div className={styles.actions}>
        <Button type="submit" loading={changing.isPending} disabled={!isChanged}>
          {t("option.save")}
        </Button>
        {isChanged && (
          <Button variant="default" disabled={changing.isPending} onClick={handleDiscard}>
            {t("option.discard")}
          </Button>
        )}
      </div>
    </form>
  );
}
