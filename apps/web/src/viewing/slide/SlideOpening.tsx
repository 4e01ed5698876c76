import classes from "./SlideStates.module.css";

/** Until the server has responded: only the slide's background, to avoid flicker. */
export function SlideOpening() {
  return <div className={classes.page} aria-busy />;
}
