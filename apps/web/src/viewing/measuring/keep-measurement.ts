import type { Measuring } from "@parfocal/viewer/measuring/create-measuring.ts";
import type { Annotator } from "#annotation/useAnnotator.ts";

const TYPE_OF_MODE = { length: "line", area: "polygon" } as const;

/**
 * Opens the annotator with a measurement as the drawing, its value to be shown. @param id if omitted: the selected
 * measurement, otherwise the last.
 */
export function keepMeasurement(measuring: Measuring, annotator: Annotator, id?: number): void {
  const { taken, chosenId } = measuring.state();
  const requestedId = id ?? chosenId;
  const measurement = requestedId === null ? taken.at(-1) : taken.find((one) => one.id === requestedId);
  if (!measurement) return;
  measuring.stop();
  annotator.start(TYPE_OF_MODE[measurement.mode]);
  measuring.keep(measurement.id);
  annotator.dispatch({ kind: "change", form: { includeMeasurement: true } });
}
