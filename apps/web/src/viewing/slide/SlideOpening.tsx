import classes from "./SlideStates.module.css";

/** Until the server has answered: the surround of the slide, nothing that flickers. */
export function SlideOpening() {
  return <div className={classes.page} aria-busy />;
}
