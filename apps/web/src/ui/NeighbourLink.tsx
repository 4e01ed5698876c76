import type { Icon } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import classes from "./NeighbourLink.module.css";

const ICON_SIZE_PX = 20;
const ICON_STROKE = 1.5;

interface NeighbourLinkProps {
  readonly icon: Icon;
  /** Null: this is the first or last item. */
  readonly path: string | null;
  readonly label: string;
  readonly shortcut: string;
}

/** A link to the previous or next item; without one, its space stays empty. */
export function NeighbourLink({ icon: IconShape, path, label, shortcut }: NeighbourLinkProps) {
  const icon = <IconShape size={ICON_SIZE_PX} stroke={ICON_STROKE} aria-hidden />;
  if (path === null) {
    return (
      <span className={classes.none} role="img" aria-label={label}>
        {icon}
      </span>
    );
  }
  return (
    <Link
      to={path}
      className={classes.neighbour}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      title={`${label} (${shortcut})`}
    >
      {icon}
    </Link>
  );
}
