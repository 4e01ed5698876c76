import { ActionIcon, Button, NativeSelect } from "@mantine/core";
import { IconSettings, IconUsersPlus } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import classes from "./WorkGroup.module.css";
import { NewWorkGroupDialog, WorkGroupDialog } from "./WorkGroupDialog.tsx";
import { useWorkGroups } from "./work-group.api.ts";

const ICON_STROKE = 1.5;

interface WorkGroupBarProps {
  readonly userId: number;
  /** Null: none. */
  readonly chosenId: number | null;
  readonly onChoose: (id: number | null) => void;
  /** Whether the contents of the group could not be loaded, possibly because the user is no longer a member. */
  readonly isDoubtful: boolean;
}

/** The selected work group, with a link to its members. */
export function WorkGroupBar({ userId, chosenId, onChoose, isDoubtful }: WorkGroupBarProps) {
  const { t } = useTranslation();
  const { data: groups, isError, refetch } = useWorkGroups();
  const [dialog, setDialog] = useState<"new" | "people" | null>(null);
  const chosen = groups?.find(({ id }) => id === chosenId);
  const isGone = groups !== undefined && chosenId !== null && !chosen;

  useEffect(() => {
    if (isDoubtful) void refetch();
  }, [isDoubtful, refetch]);
  useEffect(() => {
    if (!isGone) return;
    onChoose(null);
    if (dialog === null) showProblem(t("workGroup.unavailable"));
    setDialog(null);
  }, [isGone, onChoose, dialog, t]);

  if (!groups) {
    if (!isError) return null;
    return (
      <div className={classes.empty} role="alert">
        <p>{t("workGroup.loadFailed")}</p>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {t("workGroup.tryAgain")}
        </Button>
      </div>
    );
  }
  return (
    <>
      {groups.length > 0 && (
        <div className={classes.bar}>
          <NativeSelect
            className={classes.chooser}
            aria-label={t("workGroup.choose")}
            data={[
              { value: "", label: t("workGroup.noneChosen") },
              ...groups.map(({ id, title }) => ({ value: String(id), label: title })),
            ]}
            value={chosen ? String(chosen.id) : ""}
            onChange={({ currentTarget: { value } }) => onChoose(value === "" ? null : Number(value))}
          />
          {chosen && (
            <ActionIcon
              variant="default"
              size={36}
              aria-label={t("workGroup.manage")}
              title={t("workGroup.manage")}
              onClick={() => setDialog("people")}
            >
              <IconSettings size={18} stroke={ICON_STROKE} aria-hidden />
            </ActionIcon>
          )}
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t("workGroup.make")}
            title={t("workGroup.make")}
            onClick={() => setDialog("new")}
          >
            <IconUsersPlus size={18} stroke={ICON_STROKE} aria-hidden />
          </ActionIcon>
        </div>
      )}
      {groups.length === 0 && (
        <div className={classes.empty}>
          <p>
            {t("workGroup.noneYet")} {t("workGroup.noneYetHint")}
          </p>
          <Button
            leftSection={<IconUsersPlus size={18} stroke={ICON_STROKE} aria-hidden />}
            onClick={() => setDialog("new")}
          >
            {t("workGroup.make")}
          </Button>
        </div>
      )}
      {groups.length > 0 && !chosen && (
        <div className={classes.empty}>
          <p>{t("workGroup.pickOne")}</p>
        </div>
      )}
      {dialog === "new" && (
        <NewWorkGroupDialog
          onClose={() => setDialog(null)}
          onMade={(id) => {
            onChoose(id);
            setDialog("people");
          }}
        />
      )}
      {dialog === "people" && chosen && (
        <WorkGroupDialog group={chosen} userId={userId} onClose={() => setDialog(null)} />
      )}
    </>
  );
}
