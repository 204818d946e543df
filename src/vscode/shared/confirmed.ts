// Reads the answer to a modal question.

/** Whether the person pressed the button `yes`. A dialog that is closed, or that the host cannot show, is no. */
export function confirmed(answer: Thenable<string | undefined>, yes: string): Promise<boolean> {
  return Promise.resolve(answer).then(
    (pressed) => pressed === yes,
    () => false,
  );
}
