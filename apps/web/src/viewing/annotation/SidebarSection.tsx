import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import classes from "./AnnotationSidebar.module.css";

interface SidebarSectionProps {
  readonly title: string;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
  /** Whether this section gets more space than the other one if both are expanded. */
  readonly isMain?: boolean;
  readonly children: ReactNode;
}

/** A collapsible part of the sidebar with a heading. */
export function SidebarSection({ title, isOpen, onToggle, isMain = false, children }: SidebarSectionProps) {
  const headingId = useId();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <section
      className={classes.section}
      data-open={isOpen || undefined}
      data-main={isMain || undefined}
      aria-labelledby={headingId}
    >
      <h2 className={classes.sectionHeading}>
        <button
          id={headingId}
          type="button"
          className={classes.sectionToggle}
          aria-expanded={isOpen}
          onClick={() => onToggle(!isOpen)}
        >
          <Chevron size={16} stroke={1.5} aria-hidden />
          {title}
        </button>
      </h2>
      {isOpen && children}
    </section>
  );
}
