/** URL of an embedded page in a separate window. */
export function windowAddress({ pathname, search }: Pick<Location, "pathname" | "search">): string {
  const parameters = new URLSearchParams(search);
  parameters.delete("embed");
  const rest = parameters.toString().replace(/%2C/g, ",").replace(/%3B/g, ";");
  return rest === "" ? pathname : `${pathname}?${rest}`;
}
