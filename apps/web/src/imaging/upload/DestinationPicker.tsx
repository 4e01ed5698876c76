/** Chooses the course or folder that slides are uploaded to, by navigating the levels of the tree. */
import { Button, Loader, Popover, ScrollArea, UnstyledButton } from "@mantine/core";
import { IconArrowLeft, IconChevronDown, IconChevronRight, IconFolder, IconSchool } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import styles from "./DestinationPicker.module.css";
import { type DestinationStep, useDestinationCourses, useDestinationFolders } from "./upload.api.ts";
import type { UploadDestination } from "./upload-entry.ts";

interface DestinationPickerProps {
  readonly destination: UploadDestination | null;
  readonly onChoose: (destination: UploadDestination) => void;
}

export function DestinationPicker({ destination, onChoose }: DestinationPickerProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const [way, setWay] = useState<readonly DestinationStep[]>([]);
  const { data: courses } = useDestinationCourses();
  const here = way.at(-1);
  const folders = useDestinationFolders(here);
  const choices: readonly DestinationStep[] | undefined = here
    ? folders?.map(({ id, title }) => ({ kind: "folder", id, title }))
    : courses?.map(({ id, title }) => ({ kind: "course", id, title }));

  function handleChoose(step: DestinationStep) {
    onChoose({ id: step.id, title: step.title });
    setOpen(false);
  }

  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      width={340}
      position="bottom-start"
      trapFocus
      shadow="md"
      transitionProps={{ duration: 120 }}
    >
      <Popover.Target>
        <Button
          variant="default"
          onClick={() => setOpen(!isOpen)}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          leftSection={<IconFolder size={18} stroke={1.5} />}
          rightSection={<IconChevronDown size={16} stroke={1.5} />}
        >
          <span className="for-screen-readers">{t("upload.destination")}: </span>
          {destination?.title ?? t("upload.destinationNone")}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t("upload.destination")}>
        <div className={styles.head}>
          {here ? (
            <UnstyledButton className={styles.back} onClick={() => setWay(way.slice(0, -1))}>
              <IconArrowLeft size={18} stroke={1.5} aria-hidden />
              {t("upload.destinationBack", { place: way.at(-2)?.title ?? t("upload.destinationCourses") })}
            </UnstyledButton>
          ) : (
            <span className={styles.heading}>{t("upload.destinationCourses")}</span>
          )}
        </div>
        <ScrollArea.Autosize mah={280} type="auto">
          {choices === undefined && <Loader size="sm" m="sm" />}
          {choices?.length === 0 && <p className={styles.empty}>{t("upload.destinationEmpty")}</p>}
          {choices?.map((step) => (
            <UnstyledButton key={step.id} className={styles.choice} onClick={() => setWay([...way, step])}>
              {step.kind === "course" ? (
                <IconSchool size={18} stroke={1.5} aria-hidden />
              ) : (
                <IconFolder size={18} stroke={1.5} aria-hidden />
              )}
              <span>{step.title}</span>
              <IconChevronRight size={16} stroke={1.5} aria-hidden />
            </UnstyledButton>
          ))}
        </ScrollArea.Autosize>
        {here && (
          <Button fullWidth mt="xs" onClick={() => handleChoose(here)}>
            {t("upload.destinationHere", { place: here.title })}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
