/**
 * Runs a mutation whose result is shown even if its component was removed, such as the row that it deletes: `mutate`
 * drops its own callbacks with the component, and the toast with "Undo", or the error of an undo, would be lost.
 */
interface Outcome<Answer> {
  readonly onSuccess?: (answer: Answer) => void;
  readonly onError?: (error: Error) => void;
  readonly onSettled?: () => void;
}

export function mutateAlways<Answer, Variables>(
  mutation: { readonly mutateAsync: (variables: Variables) => Promise<Answer> },
  variables: Variables,
  { onSuccess = () => undefined, onError = () => undefined, onSettled = () => undefined }: Outcome<Answer>,
): void {
  void mutation.mutateAsync(variables).then(onSuccess, onError).finally(onSettled);
}
